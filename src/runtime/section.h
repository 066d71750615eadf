// Included before everything else in the runtime. Its code goes into a section of its own, so that call stacks and
// coverage can tell it from the program's; and so do its few variables, because a restart copies the pages that the
// program writes to, and what else lies in them.
#pragma once
#pragma clang section text = "selvage_text" data = "selvage_data" bss = "selvage_bss"
