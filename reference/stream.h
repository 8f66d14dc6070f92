/* One stream: its packets, its decoder and what was heard of it. Sample numbers are media time at 48 kHz. */
#ifndef STREAM_H
#define STREAM_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RATE = 48000, PACKET_SAMPLES = 960, PACKET_US = 20000, RAMP = 240, RING = 8192, RUNS = 8 };
enum mix { MIX_NONE, MIX_SPEECH, MIX_PROGRAMME };

struct packet {
  struct packet *next;
  int64_t at_us;
  int length;
  uint8_t data[];
};

struct run {
  int64_t from, to;
};

struct stream {
  struct stream *next;
  uint32_t number;
  enum mix mix;
  /* Volume of the stream; negative: that of the terminal. */
  double volume;
  float gain;
  void *decoder;
  struct packet *packets;
  /* Decoded samples by their number modulo RING, and the intervals of them without a gap. */
  float ring[RING];
  struct run runs[RUNS];
  /* First sample that is not played any more (after a close). */
  int64_t end;
  /* Samples that are not due: from a flush until packets follow. */
  int64_t exempt_from, exempt_to;
  bool flushed, closed, is_current;
  int64_t closed_us, opened_us;
  /* Media time at which the next packet is expected; negative: none. */
  int64_t expected_us;
  long received, lost, late, gaps, missed;
  bool in_gap, has_sounded, is_logged;
  int64_t first_sound_us, first_taken;
};

int64_t sample_of(int64_t us);
struct stream *stream_new(uint32_t number);
void stream_free(struct stream *stream);
/* Begins an opening: counts from zero; packets from `from_us` on are replaced by those that follow. */
void stream_open(struct stream *stream, int64_t from_us);
/* Takes a packet; `head` is the next sample that the card takes. */
void stream_packet(struct stream *stream, int64_t at_us, const uint8_t *data, int length, int64_t head);
void stream_flush(struct stream *stream, int64_t from_us, int64_t head);
void stream_close(struct stream *stream, int64_t at_us, int64_t head);
/* Decodes the packets that begin before sample `until`. */
void stream_decode(struct stream *stream, int64_t until);
/* Sample `n` with its ramp; false: there is none. */
bool stream_sample(const struct stream *stream, int64_t n, float *sample);
/* True if sample `n` should be heard. */
bool stream_is_due(const struct stream *stream, int64_t n);
/* End of what it has without a gap from sample `n` on. */
int64_t stream_held_until(const struct stream *stream, int64_t n);
/* True if it has a sample between two. */
bool stream_has_within(const struct stream *stream, int64_t from, int64_t to);
#endif
