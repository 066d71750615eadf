// Stands before the header of libstdc++ of this name: the functions of std::string become part of the program, with accesses
// that are seen, although the library has them as well. Strings are values that threads must not share without a lock, as
// vectors are; of the library's own copies nothing would be known.
#pragma GCC system_header
#pragma push_macro("_GLIBCXX_EXTERN_TEMPLATE")
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include_next <bits/basic_string.tcc>
#pragma pop_macro("_GLIBCXX_EXTERN_TEMPLATE")
