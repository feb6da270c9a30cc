import PropertyList

extension CompletionShell {
    /// The script with which the shell requests completions from the executable.
    ///
    /// The script runs the command that the user has typed, unless it is an alias. Errors are not shown, because
    /// another program may have the name `defaults`.
    ///
    /// - Parameter command: The words that begin a command line: the command and, if its arguments are those of a
    ///   subcommand, the subcommand. Completions that a shell has for the command are kept, except for those of
    ///   `defaults`.
    package func script(for command: String = "defaults") -> String {
        let words = command.utf8.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
        let names = ScriptNames(command: words.first ?? command, subcommand: words.count > 1 ? words[1] : nil)
        return switch self {
        case .bash: Self.bashScript(names)
        case .zsh: Self.zshScript(names)
        case .fish: Self.fishScript(names)
        }
    }

    /// The names in a script.
    private struct ScriptNames {
        let command: String
        let subcommand: String?

        /// The beginning of the names of functions.
        var function: String {
            String(
                decoding: ([command] + (subcommand.map { [$0] } ?? [])).joined(separator: "_").utf8.map { byte in
                    byte.isASCIILetter || byte.isASCIIDigit ? byte : UInt8(ascii: "_")
                }, as: UTF8.self)
        }
        /// The command line of the verb that prints the script.
        var line: String { command + (subcommand.map { " " + $0 } ?? "") }
        var quotedCommand: String { ShellText.quoted(command) }
        /// The words that request completions, after the command.
        var verb: String { (subcommand.map { ShellText.quoted($0) + " " } ?? "") + "__complete" }
        /// The index of the first argument in the words of the command line.
        var first: Int { subcommand == nil ? 1 : 2 }

        // The lines that complete the subcommand itself, and leave other arguments to other completions. They end with
        // the indentation of the line that follows in the script.

        var bashGuard: String {
            guard let subcommand else { return "" }
            let word = ShellText.quoted(subcommand)
            return """
                if ((count == 1)) || [[ ${words[1]-} != \(word) ]]; then
                        COMPREPLY=()
                        ((count > 1)) || mapfile -t COMPREPLY < <(compgen -W \(word) -- "$2")
                        compopt -o bashdefault -o default
                        return
                    fi
                \("    ")
                """
        }

        var zshGuard: String {
            guard let subcommand else { return "" }
            let word = ShellText.quoted(subcommand)
            return """
                if (( CURRENT == 2 )) || [[ ${(Q)words[2]} != \(word) ]]; then
                        (( CURRENT > 2 )) || compadd -- \(word)
                        _files
                        return
                    fi
                \("    ")
                """
        }

        var fishGuard: String {
            guard let subcommand else { return "" }
            return "test \"$words[2]\" = \(ShellText.quoted(subcommand)); or return 1\n    "
        }

        /// The condition that the shell has no completions for the command.
        var bashCondition: String { subcommand == nil ? "" : "complete -p \(quotedCommand) &>/dev/null || " }
        var zshCondition: String { subcommand == nil ? "" : "(( $+_comps[\(command)] )) || " }

        var fishBeginning: String {
            guard let subcommand else {
                let reason = command == "defaults" ? "# Fish has completions for the tool of macOS.\n" : ""
                return "\(reason)complete -c \(quotedCommand) -e"
            }
            return "complete -c \(quotedCommand) -n __fish_use_subcommand -a \(ShellText.quoted(subcommand))"
        }
    }

    private static func bashScript(_ names: ScriptNames) -> String {
        let (verb, first) = (names.verb, names.first)
        return #"""
            # Completes \#(names.line) in bash. Printed by '\#(names.line) completions bash'.
            _\#(names.function)() {
                local command=$1 rest=${COMP_LINE:0:COMP_POINT} index word blank last count=0
                local operator='+([<>&|])' redirection='*([0-9])[<>&]*'
                local -a answer words=("$1") starts=(0)
                case $command in '~/'*) command=$HOME${command#\~} ;; esac
                type -P -- "$command" >/dev/null || command=\#(names.quotedCommand)
                # Bash splits words at ':' and '=', too: join the pieces that touch. Redirections are not words.
                rest=${rest#*"${COMP_WORDS[0]}"}
                for ((index = 1; index <= COMP_CWORD; index++)); do
                    word=${COMP_WORDS[index]} blank=${rest%%[![:space:]]*} last=${words[count]}
                    rest=${rest#"$blank"}
                    ((index < COMP_CWORD)) || word=$rest
                    rest=${rest#"$word"}
                    if [[ $word == $operator && $last != +([0-9]) || $blank && $last != *([0-9])$operator ]]; then
                        [[ $last == $redirection ]] || count=$((count + 1))
                        words[count]='' starts[count]=$index
                    fi
                    words[count]+=$word
                done
                if [[ ${words[count]} == $redirection ]]; then
                    compopt -o bashdefault -o default
                    return
                fi
                \#(names.bashGuard)# From a pipe, mapfile would read each byte by itself.
                mapfile -t answer <<<"$(
                    command -- "$command" \#(verb) bash "$COMP_TYPE" "$2" "${words[@]:\#(first)}" 2>/dev/null
                )"
                COMPREPLY=()
                case ${answer[0]-} in
                words)
                    COMPREPLY=("${answer[@]:1}")
                    # Without bash-completion, the order of numbers would be that of words.
                    compopt -o nosort 2>/dev/null
                    ;;
                files) compopt -o bashdefault -o default ;;
                folders) compopt -o dirnames ;;
                program)
                    index=${starts[answer[1] + 1]}
                    if declare -F _comp_command_offset >/dev/null; then
                        _comp_command_offset "$index"
                    elif declare -F _command_offset >/dev/null; then
                        _command_offset "$index"
                    elif ((index == COMP_CWORD)); then
                        mapfile -t COMPREPLY < <(compgen -c -- "$2")
                    else
                        compopt -o bashdefault -o default
                    fi
                    ;;
                esac
            }
            \#(names.bashCondition)complete -F _\#(names.function) \#(names.quotedCommand)

            """#
    }

    private static func zshScript(_ names: ScriptNames) -> String {
        let (verb, first) = (names.verb, names.first)
        return #"""
            #compdef \#(names.command)
            # Completes \#(names.line) in zsh. Printed by '\#(names.line) completions zsh'.
            _\#(names.function)() {
                local command=${(Q)words[1]/#\~\//$HOME/} word=$QIPREFIX$PREFIX
                local -a typed answer names lines expl
                local -i finished count
                (( $+commands[$command] )) || [[ $command == */* && -x $command ]] || command=\#(names.quotedCommand)
                \#(names.zshGuard)typed=("${(@)words[\#(first + 1),CURRENT-1]}" "$word$compstate[quote]")
                answer=("${(@0)$(command $command \#(verb) zsh "${(@Q)typed}" 2>/dev/null)}")
                case $answer[1] in
                words)
                    finished=$answer[2] count=$answer[3]
                    names=("${(@)answer[4,3+finished]}") lines=("${(@)answer[4+count,3+count+finished]}")
                    if (( finished )) && [[ -z $names[1] && -z $word ]]; then
                        compadd -Q -- "''"
                        shift names lines
                    fi
                    _\#(names.function)_add
                    names=("${(@)answer[4+finished,3+count]}") lines=("${(@)answer[4+count+finished,3+2*count]}")
                    _\#(names.function)_add -S ''
                    ;;
                files)
                    [[ $PREFIX == --*=* ]] && compset -P 1 '*='
                    _files
                    ;;
                folders)
                    [[ $PREFIX == --*=* ]] && compset -P 1 '*='
                    _files -/
                    ;;
                program)
                    shift $((answer[2] + 1)) words
                    (( CURRENT -= answer[2] + 1 ))
                    _normal
                    ;;
                esac
            }
            _\#(names.function)_add() {
                (( $#names )) || return
                [[ -n $lines[1] ]] && expl=(-l -d lines) || expl=()
                compadd $expl "$@" -a names
            }
            if [[ $funcstack[1] == _\#(names.function) ]]; then
                _\#(names.function) "$@"
            else
                \#(names.zshCondition)compdef _\#(names.function) \#(names.quotedCommand)
            fi

            """#
    }

    private static func fishScript(_ names: ScriptNames) -> String {
        let (verb, words) = (names.verb, "$words[\(names.first + 1)..]")
        let (command, function) = (names.quotedCommand, names.function)
        return #"""
            # Completes \#(names.line) in fish. Printed by '\#(names.line) completions fish'.
            function __\#(function)_complete
                set -l words (commandline -opc)
                \#(names.fishGuard)set -l command $words[1]
                type -fq -- $command; or set command \#(command)
                set -l token (commandline -ct | string collect)
                set -l word (string unescape -- "$token" | string collect)
                set -l answer (command $command \#(verb) fish "$token" \#(words) "$word" 2>/dev/null | string split0)
                set -g __\#(function)_candidates
                switch "$answer[1]"
                    case words
                        set __\#(function)_candidates $answer[2..]
                    case folders
                        set __\#(function)_candidates (__fish_complete_directories "$token")
                    case program
                        set -l rest (string escape -- $words[(math $answer[2] + 2)..])
                        set __\#(function)_candidates (complete -C (string join ' ' -- $rest "$token"))
                    case '*'
                        # Fish completes files.
                        return 1
                end
            end
            \#(names.fishBeginning)
            complete -c \#(command) -n __\#(function)_complete -f -a '$__\#(function)_candidates'

            """#
    }
}
