// Included before everything else in the runtime: its code goes into a section of its own, so that call stacks and
// coverage can tell it from the program's.
#pragma once
#pragma clang section text = "selvage_text"
