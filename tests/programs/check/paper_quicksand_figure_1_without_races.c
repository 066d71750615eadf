// selvage-check: bug
// shows: the failure of Quicksand's Fig. 1 when races themselves are not asked for, as that paper treats them
// finding: assertion
// check-options: --check=standard,-race
#include "paper_quicksand_figure_1.c"
