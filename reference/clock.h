/* The media clock of the server, estimated from exchanges of `time`. All times in µs. */
#ifndef CLOCK_H
#define CLOCK_H
#include <stdbool.h>
#include <stdint.h>

enum { CLOCK_EXCHANGES = 64, CLOCK_DELAYS = 40 };

struct clock_bounds {
  /* Bounds of (media − local), and the local time of the exchange. */
  int64_t lower, upper, at;
};

struct media_clock {
  struct clock_bounds exchanges[CLOCK_EXCHANGES];
  int64_t delays[CLOCK_DELAYS];
  unsigned count;
};

void clock_reset(struct media_clock *clock);
/* Adds an exchange; true if it contradicted the estimate, which has begun anew. */
bool clock_add(struct media_clock *clock, int64_t t0, int64_t t1, int64_t t2, int64_t t3);
bool clock_synced(const struct media_clock *clock);
int64_t clock_media(const struct media_clock *clock, int64_t local);
/* Half of the distance between the bounds. */
int64_t clock_error(const struct media_clock *clock, int64_t local);
/* Delay of the messages of the server that 95 % of the last 40 did not exceed. */
int64_t clock_delay(const struct media_clock *clock);
#endif
