/* All streams, and the card that takes their sum: a file, or the standard output, in real time. */
#ifndef PLAYER_H
#define PLAYER_H
#include <stdio.h>
#include "clock.h"
#include "stream.h"

enum { BLOCK = 480, METER_BLOCKS = 100, CARD_US = 40000, NEEDED_US = 60000 };

struct player {
  struct stream *streams;
  const struct media_clock *clock;
  /* Output: 48 kHz, mono, signed 16 bit; NULL: none. */
  FILE *file;
  double volume;
  /* Local time at which the first sample was heard, µs, and number of samples that the card took. */
  int64_t began_us;
  int64_t taken;
  /* Sample number of the next one, with its fraction. */
  double head;
  double rate;
  double ducked_db;
  float limit;
  int64_t sounded_us;
  double energy[METER_BLOCKS];
  float peak[METER_BLOCKS];
  int identify_left;
};

void player_start(struct player *player, int64_t now_us);
/* Gives the card the sound that it takes by local time `now_us`. */
void player_pump(struct player *player, int64_t now_us);
/* Local time at which the next sample is heard. */
int64_t player_head_us(const struct player *player);
struct stream *player_find(const struct player *player, uint32_t number);
struct stream *player_add(struct player *player, uint32_t number);
void player_remove(struct player *player, struct stream *stream);
/* RMS and peak of the last second, dBFS; false: nothing was heard in it. */
bool player_level(const struct player *player, double *rms, double *peak);
bool player_is_playing(const struct player *player);
#endif
