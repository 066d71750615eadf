#include "check/race_detector.h"
