/* State of the terminal between connections, its messages, and its reports. */
#ifndef SESSION_H
#define SESSION_H
#include "player.h"
#include "store.h"
#include "ws.h"

enum phase { CONNECTING, HELLO_SENT, FOUND, WELCOMED };

struct session {
  const char *code, *name, *pairing;
  struct store store;
  struct media_clock clock;
  struct player player;
  ws *socket;
  enum phase phase;
  char boot[33], epoch[65];
  /* Local times, µs. */
  int64_t received_us, welcomed_us, next_time_us, next_report_us, last_report_us, retry_us;
  int64_t received_media_us;
  int burst_left;
  double wait_s;
  char reported[64];
  int64_t drill;
  bool ends;
};

int64_t local_us(void);
void session_boot(struct session *session);
void session_hello(struct session *session);
void session_text(struct session *session, const char *json);
void session_frame(struct session *session, const uint8_t *data, size_t length);
/* Sends what is due: `time`, reports, answers. */
void session_tick(struct session *session);
/* The connection is gone; tries again after `wait_s` seconds, negative: after the usual wait. */
void session_lost(struct session *session, double wait_s);
void session_send(struct session *session, const char *format, ...) __attribute__((format(printf, 2, 3)));
void report_send(struct session *session, int64_t now);
/* Changes when a report is due at once. */
void report_key(const struct session *session, char *key, size_t size);
#endif
