#include "check/checker.h"
