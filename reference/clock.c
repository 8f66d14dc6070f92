#include "clock.h"
#include <stdlib.h>

/* Largest difference of two crystals, parts per million: by so much a bound grows worse with its age. */
enum { DRIFT_PPM = 100, CONTRADICTION_US = 5000, SYNCED_AFTER = 8 };

void clock_reset(struct media_clock *clock) { clock->count = 0; }

static unsigned held(const struct media_clock *clock) {
  return clock->count < CLOCK_EXCHANGES ? clock->count : CLOCK_EXCHANGES;
}

/* The highest lower and the lowest upper bound at a local time, each from the exchange that gives it. */
static struct clock_bounds bounds_at(const struct media_clock *clock, int64_t local) {
  struct clock_bounds best = {.lower = INT64_MIN, .upper = INT64_MAX, .at = local};
  for (unsigned i = 0; i < held(clock); i++) {
    const struct clock_bounds *one = &clock->exchanges[i];
    int64_t worse = llabs(local - one->at) * DRIFT_PPM / 1000000;
    if (one->lower - worse > best.lower) best.lower = one->lower - worse;
    if (one->upper + worse < best.upper) best.upper = one->upper + worse;
  }
  return best;
}

static int64_t offset_at(const struct media_clock *clock, int64_t local) {
  if (clock->count == 0) return 0;
  struct clock_bounds best = bounds_at(clock, local);
  return best.lower + (best.upper - best.lower) / 2;
}

bool clock_add(struct media_clock *clock, int64_t t0, int64_t t1, int64_t t2, int64_t t3) {
  struct clock_bounds fresh = {.lower = t2 - t3, .upper = t1 - t0, .at = t3};
  bool contradicts = false;
  if (clock->count > 0) {
    struct clock_bounds best = bounds_at(clock, t3);
    contradicts = fresh.lower > best.upper + CONTRADICTION_US || fresh.upper < best.lower - CONTRADICTION_US;
    if (contradicts) clock_reset(clock);
  }
  clock->exchanges[clock->count % CLOCK_EXCHANGES] = fresh;
  clock->count++;
  clock->delays[(clock->count - 1) % CLOCK_DELAYS] = clock_media(clock, t3) - t2;
  return contradicts;
}

bool clock_synced(const struct media_clock *clock) { return clock->count >= SYNCED_AFTER; }

int64_t clock_media(const struct media_clock *clock, int64_t local) { return local + offset_at(clock, local); }

int64_t clock_error(const struct media_clock *clock, int64_t local) {
  struct clock_bounds best = bounds_at(clock, local);
  return best.upper > best.lower ? (best.upper - best.lower) / 2 : 0;
}

static int ascending(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x > y) - (x < y);
}

int64_t clock_delay(const struct media_clock *clock) {
  int64_t sorted[CLOCK_DELAYS];
  unsigned count = clock->count < CLOCK_DELAYS ? clock->count : CLOCK_DELAYS;
  if (count == 0) return 0;
  for (unsigned i = 0; i < count; i++) sorted[i] = clock->delays[i];
  qsort(sorted, count, sizeof sorted[0], ascending);
  int64_t delay = sorted[(count * 95 + 99) / 100 - 1];
  return delay > 0 ? delay : 0;
}
