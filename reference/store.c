#include "store.h"
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void store_read(struct store *store) {
  FILE *file = fopen(store->path, "r");
  if (file == NULL) return;
  char name[16], value[129];
  while (fscanf(file, "%15s %128s", name, value) == 2) {
    if (strcmp(name, "secret") == 0) strcpy(store->secret, value);
    if (strcmp(name, "previous") == 0) strcpy(store->previous, value);
  }
  fclose(file);
}

bool store_write(const struct store *store) {
  char fresh[PATH_MAX], folder[PATH_MAX], text[300];
  snprintf(fresh, sizeof fresh, "%s.new", store->path);
  snprintf(folder, sizeof folder, "%s", store->path);
  int length = 0;
  if (store->secret[0] != '\0') length += sprintf(text + length, "secret %s\n", store->secret);
  if (store->previous[0] != '\0') length += sprintf(text + length, "previous %s\n", store->previous);
  int file = open(fresh, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0) return false;
  bool written = write(file, text, (size_t)length) == length && fsync(file) == 0;
  written = close(file) == 0 && written && rename(fresh, store->path) == 0;
  int parent = open(dirname(folder), O_RDONLY);
  if (parent < 0) return false;
  written = fsync(parent) == 0 && written;
  close(parent);
  return written;
}

const char *store_secret(const struct store *store) {
  return store->uses_previous && store->previous[0] != '\0' ? store->previous : store->secret;
}
