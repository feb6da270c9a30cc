// An empty ICU data package in the format of `icudt*.dat`: a header and an empty table of contents. Scripts/build links
// it instead of the toolchain's data.

#include <stdint.h>

struct package {
    uint16_t header_size;
    uint8_t magic1, magic2;
    uint16_t info_size, reserved;
    uint8_t is_big_endian, charset_family, size_of_uchar, padding;
    uint8_t data_format[4], format_version[4], data_version[4];
    uint8_t alignment[8];
    uint32_t entry_count;
};

_Alignas(16) const struct package empty_icu_data = {
    .header_size = 32,
    .magic1 = 0xda,
    .magic2 = 0x27,
    .info_size = 20,
    .is_big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__,
    .size_of_uchar = 2,
    .data_format = "CmnD",
    .format_version = {1},
};
