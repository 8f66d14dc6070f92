/* Code and secrets of the terminal in a file that only its owner may read. */
#ifndef STORE_H
#define STORE_H
#include <stdbool.h>

struct store {
  const char *path;
  char secret[129];
  char previous[129];
  /* The refused secret's turn: the next hello has the other one. */
  bool uses_previous;
};

void store_read(struct store *store);
/* Writes so that a power cut leaves the old or the new content; false if that cannot be assured. */
bool store_write(const struct store *store);
/* Secret for the next hello; empty: none. */
const char *store_secret(const struct store *store);
#endif
