#include "stream.h"
#include <opus/opus.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int64_t sample_of(int64_t us) { return us * 6 / 125; }

struct stream *stream_new(uint32_t number) {
  struct stream *stream = calloc(1, sizeof *stream);
  int error = 0;
  if (stream != NULL) stream->decoder = opus_decoder_create(RATE, 1, &error);
  if (stream == NULL || stream->decoder == NULL) {
    fputs("no memory\n", stderr);
    exit(1);
  }
  stream->number = number;
  return stream;
}

/* Removes waiting packets from media time `from_us` on. */
static void drop_packets(struct stream *stream, int64_t from_us) {
  for (struct packet **at = &stream->packets; *at != NULL;) {
    struct packet *one = *at;
    if (one->at_us < from_us) {
      at = &one->next;
      continue;
    }
    *at = one->next;
    free(one);
  }
}

/* Ends decoded runs at sample `end`. */
static void cut_runs(struct stream *stream, int64_t end) {
  for (int i = 0; i < RUNS; i++)
    if (stream->runs[i].to > end) stream->runs[i].to = stream->runs[i].from > end ? stream->runs[i].from : end;
}

void stream_free(struct stream *stream) {
  drop_packets(stream, INT64_MIN);
  opus_decoder_destroy(stream->decoder);
  free(stream);
}

void stream_open(struct stream *stream, int64_t from_us) {
  drop_packets(stream, from_us);
  stream->end = INT64_MAX;
  stream->exempt_from = stream->exempt_to = 0;
  stream->flushed = stream->closed = stream->in_gap = false;
  stream->is_current = true;
  stream->expected_us = from_us;
  stream->received = stream->lost = stream->late = stream->gaps = stream->missed = 0;
}

static void count_missing(struct stream *stream, int64_t at_us) {
  if (stream->expected_us >= 0 && at_us > stream->expected_us)
    stream->lost += (at_us - stream->expected_us) / PACKET_US;
}

void stream_packet(struct stream *stream, int64_t at_us, const uint8_t *data, int length, int64_t head) {
  stream->received++;
  if (sample_of(at_us) < head) stream->late++;
  count_missing(stream, at_us);
  if (stream->expected_us < at_us + PACKET_US) stream->expected_us = at_us + PACKET_US;
  if (stream->flushed) {
    stream->flushed = false;
    stream->exempt_to = sample_of(at_us);
  }
  struct packet *one = malloc(sizeof *one + (size_t)length), **place = &stream->packets;
  if (one == NULL) return;
  while (*place != NULL && (*place)->at_us < at_us) place = &(*place)->next;
  one->at_us = at_us;
  one->length = length;
  memcpy(one->data, data, (size_t)length);
  one->next = *place;
  *place = one;
}

/* A sound that must end at once still gets a ramp. */
static int64_t soon(int64_t sample, int64_t head) { return sample > head + RAMP ? sample : head + RAMP; }

void stream_flush(struct stream *stream, int64_t from_us, int64_t head) {
  drop_packets(stream, from_us);
  cut_runs(stream, soon(sample_of(from_us), head));
  stream->expected_us = -1;
  stream->flushed = true;
  stream->exempt_from = sample_of(from_us);
  stream->exempt_to = INT64_MAX;
}

void stream_close(struct stream *stream, int64_t at_us, int64_t head) {
  count_missing(stream, at_us);
  drop_packets(stream, at_us);
  stream->end = soon(sample_of(at_us), head);
  cut_runs(stream, stream->end);
  stream->closed = true;
  stream->closed_us = at_us;
}

/* Adds decoded samples to the run that they continue, or begins one in the place of the oldest. */
static void add_run(struct stream *stream, int64_t from, int64_t to) {
  struct run *oldest = &stream->runs[0];
  for (int i = 0; i < RUNS; i++) {
    struct run *run = &stream->runs[i];
    if (run->to > run->from && run->from <= from && run->to >= from) {
      if (to > run->to) run->to = to;
      return;
    }
    if (run->to < oldest->to) oldest = run;
  }
  *oldest = (struct run){from, to};
}

void stream_decode(struct stream *stream, int64_t until) {
  while (stream->packets != NULL && sample_of(stream->packets->at_us) < until) {
    struct packet *one = stream->packets;
    float pcm[PACKET_SAMPLES * 6];
    int count = opus_decode_float(stream->decoder, one->data, one->length, pcm, PACKET_SAMPLES * 6, 0);
    int64_t from = sample_of(one->at_us), to = from + PACKET_SAMPLES;
    if (count == PACKET_SAMPLES) {
      for (int i = 0; i < count; i++) stream->ring[(uint64_t)(from + i) % RING] = pcm[i];
      add_run(stream, from, to < stream->end ? to : stream->end);
    }
    stream->packets = one->next;
    free(one);
  }
}

bool stream_sample(const struct stream *stream, int64_t n, float *sample) {
  for (int i = 0; i < RUNS; i++) {
    const struct run *run = &stream->runs[i];
    if (n < run->from || n >= run->to) continue;
    int64_t edge = n - run->from + 1 < run->to - n ? n - run->from + 1 : run->to - n;
    *sample = stream->ring[(uint64_t)n % RING] * (edge >= RAMP ? 1.0f : (float)edge / RAMP);
    return true;
  }
  return false;
}

bool stream_is_due(const struct stream *stream, int64_t n) {
  if (!stream->is_current || !stream->has_sounded || n >= stream->end) return false;
  return n < stream->exempt_from || n >= stream->exempt_to;
}

int64_t stream_held_until(const struct stream *stream, int64_t n) {
  int64_t until = n;
  for (int i = 0; i < RUNS; i++)
    if (stream->runs[i].from <= n && stream->runs[i].to > until) until = stream->runs[i].to;
  for (const struct packet *one = stream->packets; one != NULL && sample_of(one->at_us) <= until; one = one->next)
    if (sample_of(one->at_us) + PACKET_SAMPLES > until) until = sample_of(one->at_us) + PACKET_SAMPLES;
  return until < stream->end ? until : stream->end;
}

bool stream_has_within(const struct stream *stream, int64_t from, int64_t to) {
  for (int i = 0; i < RUNS; i++)
    if (stream->runs[i].from < to && stream->runs[i].to > from) return true;
  for (const struct packet *one = stream->packets; one != NULL; one = one->next)
    if (sample_of(one->at_us) < to && sample_of(one->at_us) + PACKET_SAMPLES > from) return true;
  return false;
}
