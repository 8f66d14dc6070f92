/* Random bytes of the system. */
#ifndef RANDOM_H
#define RANDOM_H
#include <stddef.h>
void random_bytes(void *bytes, size_t length);
/* Random number from 0 to 1. */
double random_fraction(void);
#endif
