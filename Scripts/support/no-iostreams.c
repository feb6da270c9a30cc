// Takes the place of the constructor and the destructor of `std::ios_base::Init`. See Scripts/build.
void no_iostreams(void *self) {
    (void)self;
}
