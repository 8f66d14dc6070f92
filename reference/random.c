#include "random.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void random_bytes(void *bytes, size_t length) {
  static FILE *source;
  if (source == NULL) source = fopen("/dev/urandom", "rb");
  if (source == NULL || fread(bytes, 1, length, source) != length) {
    fputs("no random numbers\n", stderr);
    exit(1);
  }
}

double random_fraction(void) {
  uint32_t bits;
  random_bytes(&bits, sizeof bits);
  return bits / 4294967296.0;
}
