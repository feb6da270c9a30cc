extension CompletionShell {
    /// The script with which the shell requests completions from the executable.
    ///
    /// The script runs the command that the user has typed, unless it is an alias. Errors are not shown, because
    /// another program may have the name `defaults`.
    package var script: String {
        switch self {
        case .bash: Self.bashScript
        case .zsh: Self.zshScript
        case .fish: Self.fishScript
        }
    }

    private static let bashScript = #"""
        # Completes defaults in bash. Printed by 'defaults completions bash'.
        _defaults() {
            local command=$1 rest=${COMP_LINE:0:COMP_POINT} index word blank last count=0
            local operator='+([<>&|])' redirection='*([0-9])[<>&]*'
            local -a answer words=("$1") starts=(0)
            case $command in '~/'*) command=$HOME${command#\~} ;; esac
            type -P -- "$command" >/dev/null || command=defaults
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
            # From a pipe, mapfile would read each byte by itself.
            mapfile -t answer <<<"$(
                command -- "$command" __complete bash "$COMP_TYPE" "$2" "${words[@]:1}" 2>/dev/null
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
        complete -F _defaults defaults

        """#

    private static let zshScript = #"""
        #compdef defaults
        # Completes defaults in zsh. Printed by 'defaults completions zsh'.
        _defaults() {
            local command=${(Q)words[1]/#\~\//$HOME/} word=$QIPREFIX$PREFIX
            local -a typed answer names lines expl
            local -i finished count
            (( $+commands[$command] )) || [[ $command == */* && -x $command ]] || command=defaults
            typed=("${(@)words[2,CURRENT-1]}" "$word$compstate[quote]")
            answer=("${(@0)$(command $command __complete zsh "${(@Q)typed}" 2>/dev/null)}")
            case $answer[1] in
            words)
                finished=$answer[2] count=$answer[3]
                names=("${(@)answer[4,3+finished]}") lines=("${(@)answer[4+count,3+count+finished]}")
                if (( finished )) && [[ -z $names[1] && -z $word ]]; then
                    compadd -Q -- "''"
                    shift names lines
                fi
                _defaults_add
                names=("${(@)answer[4+finished,3+count]}") lines=("${(@)answer[4+count+finished,3+2*count]}")
                _defaults_add -S ''
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
        _defaults_add() {
            (( $#names )) || return
            [[ -n $lines[1] ]] && expl=(-l -d lines) || expl=()
            compadd $expl "$@" -a names
        }
        if [[ $funcstack[1] == _defaults ]]; then
            _defaults "$@"
        else
            compdef _defaults defaults
        fi

        """#

    private static let fishScript = #"""
        # Completes defaults in fish. Printed by 'defaults completions fish'.
        function __defaults_complete
            set -l words (commandline -opc)
            set -l command $words[1]
            type -fq -- $command; or set command defaults
            set -l token (commandline -ct | string collect)
            set -l word (string unescape -- "$token" | string collect)
            set -l answer (command $command __complete fish "$token" $words[2..] "$word" 2>/dev/null | string split0)
            set -g __defaults_candidates
            switch "$answer[1]"
                case words
                    set __defaults_candidates $answer[2..]
                case folders
                    set __defaults_candidates (__fish_complete_directories "$token")
                case program
                    set -l rest (string escape -- $words[(math $answer[2] + 2)..])
                    set __defaults_candidates (complete -C (string join ' ' -- $rest "$token"))
                case '*'
                    # Fish completes files.
                    return 1
            end
        end
        # Fish has completions for the tool of macOS.
        complete -c defaults -e
        complete -c defaults -n __defaults_complete -f -a '$__defaults_candidates'

        """#
}
