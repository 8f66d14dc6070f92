#include "player.h"
#include <math.h>

enum { VOLUME_RAMP = 960, WINDOW = BLOCK + 16, HOLD_US = 80000 };
static const double MOST_RATE = 0.0025, JUMP_S = 0.010, DUCK_DB = 20;
static const double LOWER_PER_SAMPLE = 20.0 / 7200, RAISE_PER_SAMPLE = 20.0 / 24000;

void player_start(struct player *player, int64_t now_us) {
  player->began_us = now_us;
  player->taken = 0;
  player->rate = player->limit = 1;
  player->sounded_us = -HOLD_US;
}

int64_t player_head_us(const struct player *player) { return player->began_us + player->taken * 125 / 6; }

struct stream *player_find(const struct player *player, uint32_t number) {
  struct stream *one = player->streams;
  while (one != NULL && one->number != number) one = one->next;
  return one;
}

struct stream *player_add(struct player *player, uint32_t number) {
  struct stream *fresh = stream_new(number);
  fresh->next = player->streams;
  player->streams = fresh;
  return fresh;
}

void player_remove(struct player *player, struct stream *stream) {
  struct stream **at = &player->streams;
  while (*at != stream) at = &(*at)->next;
  *at = stream->next;
  stream_free(stream);
}

bool player_is_playing(const struct player *player) {
  return player_head_us(player) - player->sounded_us <= HOLD_US;
}

bool player_level(const struct player *player, double *rms, double *peak) {
  double energy = 0;
  float highest = 0;
  for (int i = 0; i < METER_BLOCKS; i++) {
    energy += player->energy[i];
    if (player->peak[i] > highest) highest = player->peak[i];
  }
  double mean = energy / (METER_BLOCKS * BLOCK);
  *rms = mean > 1e-12 ? 10 * log10(mean) : -120;
  *peak = highest > 1e-6f ? 20 * log10(highest) : -120;
  return player_head_us(player) - player->sounded_us <= 1000000;
}

/* Sets head and rate so that what is heard approaches the media clock. */
static void steer(struct player *player, bool is_silent) {
  if (!clock_synced(player->clock)) return;
  double target = (double)clock_media(player->clock, player_head_us(player)) * 6 / 125;
  double error_s = (target - player->head) / RATE;
  if (is_silent || fabs(error_s) > JUMP_S) {
    player->head = floor(target + 0.5);
    player->rate = 1;
    return;
  }
  player->rate = 1 + fmax(-MOST_RATE, fmin(MOST_RATE, 0.4 * error_s));
}

/* Value between y1 and y2 on the curve through four samples (Hermite). */
static float between(const float *y, float x) {
  float c1 = 0.5f * (y[2] - y[0]), c2 = y[0] - 2.5f * y[1] + 2 * y[2] - 0.5f * y[3];
  float c3 = 0.5f * (y[3] - y[0]) + 1.5f * (y[1] - y[2]);
  return ((c3 * x + c2) * x + c1) * x + y[1];
}

static void count_gaps(struct stream *stream, int64_t n, bool is_there, int64_t media_us, int64_t taken) {
  if (is_there && !stream->has_sounded) {
    stream->has_sounded = true;
    stream->first_sound_us = media_us;
    stream->first_taken = taken;
  }
  bool is_missing = !is_there && stream_is_due(stream, n);
  if (is_missing) stream->missed++;
  if (is_missing && !stream->in_gap) stream->gaps++;
  stream->in_gap = is_missing;
}

/* Adds a block of one stream to `sum`; true if it had samples. */
static bool add_stream(struct player *player, struct stream *stream, float *sum, const float *ducking) {
  float window[WINDOW];
  int64_t first = (int64_t)floor(player->head) - 1;
  bool has_sound = false;
  double volume = stream->volume < 0 ? player->volume : stream->volume;
  float wanted = (float)(volume / 100 * volume / 100);
  stream_decode(stream, first + WINDOW + RAMP);
  int64_t media_us = clock_media(player->clock, player_head_us(player));
  for (int i = 0; i < WINDOW; i++) {
    window[i] = 0;
    bool is_there = stream_sample(stream, first + i, &window[i]);
    has_sound = has_sound || (is_there && i > 0 && i <= BLOCK);
    if (i > 0 && i <= BLOCK) count_gaps(stream, first + i, is_there, media_us + (i - 1) * 125 / 6, player->taken + i - 1);
  }
  if (!has_sound) stream->gain = wanted;
  for (int i = 0; i < BLOCK; i++) {
    double at = player->head + i * player->rate - (double)first - 1;
    int whole = (int)floor(at);
    stream->gain += fmaxf(-1.0f / VOLUME_RAMP, fminf(1.0f / VOLUME_RAMP, wanted - stream->gain));
    float duck = stream->mix == MIX_PROGRAMME ? ducking[i] : 1;
    sum[i] += between(window + whole, (float)(at - whole)) * stream->gain * duck;
  }
  return has_sound;
}

/* Factor of programme under speech for each sample of the next block. */
static void duck(struct player *player, float *ducking) {
  bool speaks = false;
  int64_t from = (int64_t)player->head;
  for (struct stream *one = player->streams; one != NULL; one = one->next)
    if (one->mix == MIX_SPEECH && stream_has_within(one, from, from + 7200 + BLOCK)) speaks = true;
  for (int i = 0; i < BLOCK; i++) {
    double wanted = speaks ? -DUCK_DB : 0;
    if (player->ducked_db > wanted) player->ducked_db = fmax(wanted, player->ducked_db - LOWER_PER_SAMPLE);
    else if (player->ducked_db < wanted) player->ducked_db = fmin(wanted, player->ducked_db + RAISE_PER_SAMPLE);
    ducking[i] = (float)pow(10, player->ducked_db / 20);
  }
}

/* The tone of the command `identify`: two notes of 0.7 s with a peak of -20 dBFS each. */
static float identify_tone(struct player *player) {
  if (player->identify_left == 0) return 0;
  int done = RATE * 14 / 10 - player->identify_left--;
  int note = done % (RATE * 7 / 10);
  float edge = fminf(1, fminf((float)note, (float)(RATE * 7 / 10 - note)) / 480);
  return 0.1f * edge * (float)sin(6.283185307 * (done < RATE * 7 / 10 ? 660 : 880) * note / RATE);
}

static void put_block(struct player *player) {
  float sum[BLOCK] = {0}, ducking[BLOCK];
  uint8_t bytes[BLOCK * 2];
  bool has_sound = false;
  duck(player, ducking);
  for (struct stream *one = player->streams; one != NULL; one = one->next)
    if (add_stream(player, one, sum, ducking)) has_sound = true;
  int place = (int)(player->taken / BLOCK % METER_BLOCKS);
  player->energy[place] = player->peak[place] = 0;
  for (int i = 0; i < BLOCK; i++) {
    player->limit += (1 - player->limit) / (0.08f * RATE);
    if (fabsf(sum[i]) * player->limit > 1) player->limit = 1 / fabsf(sum[i]);
    float x = sum[i] * player->limit;
    player->energy[place] += x * x;
    if (fabsf(x) > player->peak[place]) player->peak[place] = fabsf(x);
    x = fmaxf(-1, fminf(1, x + identify_tone(player)));
    int value = (int)lrintf(x * 32767);
    bytes[2 * i] = (uint8_t)value;
    bytes[2 * i + 1] = (uint8_t)(value >> 8);
  }
  if (player->file != NULL) fwrite(bytes, 1, sizeof bytes, player->file);
  player->taken += BLOCK;
  player->head += BLOCK * player->rate;
  if (has_sound) player->sounded_us = player_head_us(player);
  steer(player, !has_sound);
}

void player_pump(struct player *player, int64_t now_us) {
  while (player_head_us(player) < now_us + CARD_US) put_block(player);
}
