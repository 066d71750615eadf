#include "check/property.h"
