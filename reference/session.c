#include "session.h"
#include <inttypes.h>
#include <openssl/rand.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>
#include "json.h"

enum { BURST = 12, CONCURRENT = 3, REPORT_US = 1000000, LEAST_US = 100000, SILENCE_US = 8000000, AHEAD_MS = 10000 };
static const double LONGEST_WAIT_S = 1.2, FIRST_WAIT_S = 0.3;

int64_t local_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Random number from 0 to 1. */
static double random_fraction(void) {
  uint32_t bits = 0;
  RAND_bytes((unsigned char *)&bits, sizeof bits);
  return bits / 4294967296.0;
}

void session_boot(struct session *session) {
  uint8_t bytes[16];
  RAND_bytes(bytes, sizeof bytes);
  for (int i = 0; i < 16; i++) sprintf(session->boot + 2 * i, "%02x", bytes[i]);
}

void session_send(struct session *session, const char *format, ...) {
  char text[8192];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  if (session->socket != NULL && !ws_send_text(session->socket, text)) session_lost(session, -1);
}

/* What the lost connection has left, for the hello. */
static void held_text(const struct session *session, char *text, size_t size) {
  int64_t head = (int64_t)session->player.head;
  int count = 0;
  FILE *out = fmemopen(text, size, "w");
  *text = '\0';
  if (out == NULL) return;
  for (struct stream *one = session->player.streams; one != NULL && count < 8; one = one->next) {
    int64_t until = stream_held_until(one, head);
    if (!clock_synced(&session->clock) || !one->is_current || one->closed || one->flushed || until <= head) continue;
    if (count == 0)
      fprintf(out, ",\"held\":{\"epoch\":\"%s\",\"received_us\":%" PRId64 ",\"streams\":[", session->epoch,
              session->received_media_us);
    fprintf(out, "%s{\"stream\":%" PRIu32 ",\"until_us\":%" PRId64 "}", count++ > 0 ? "," : "", one->number,
            until * 125 / 6);
  }
  if (count > 0) fputs("]}", out);
  fclose(out);
}

void session_hello(struct session *session) {
  char name[320], secret[800] = "", held[1024], pairing[32] = "";
  json_quote(session->name, name);
  if (store_secret(&session->store)[0] != '\0') {
    strcpy(secret, ",\"secret\":");
    json_quote(store_secret(&session->store), secret + strlen(secret));
  }
  if (session->pairing != NULL) snprintf(pairing, sizeof pairing, ",\"pairing\":\"%s\"", session->pairing);
  held_text(session, held, sizeof held);
  /* A pairing code is valid once. */
  session->pairing = NULL;
  session->phase = HELLO_SENT;
  session->received_us = local_us();
  session_send(session,
               "{\"type\":\"hello\",\"protocol\":1,\"code\":\"%s\",\"role\":0,\"name\":%s,\"version\":\"1.0\","
               "\"model\":\"Tocsin reference in C\",\"boot\":\"%s\",\"ahead_ms\":%d,"
               "\"features\":[\"decode\",\"restart\",\"identify\",\"mix\",\"renew\"]%s%s%s}",
               session->code, name, session->boot, AHEAD_MS, secret, pairing, held);
}

void session_lost(struct session *session, double wait_s) {
  if (session->socket != NULL) ws_close(session->socket, wait_s >= 0 ? 1000 : 0);
  session->socket = NULL;
  if (wait_s < 0 && session->phase >= FOUND) {
    wait_s = 0.25 * random_fraction();
    session->wait_s = FIRST_WAIT_S;
  } else if (wait_s < 0) {
    wait_s = session->wait_s * (0.5 + random_fraction() / 3);
    session->wait_s = session->wait_s * 1.7 < LONGEST_WAIT_S ? session->wait_s * 1.7 : LONGEST_WAIT_S;
  }
  session->phase = CONNECTING;
  session->retry_us = local_us() + (int64_t)(wait_s * 1e6);
}

/* Ends the streams of an earlier connection that were not opened again; `others_than`: not the class of this one. */
static void end_earlier(struct session *session, const struct stream *opened) {
  for (struct stream *one = session->player.streams; one != NULL; one = one->next)
    if (one != opened && one->opened_us < session->welcomed_us && !one->closed &&
        (opened == NULL || (one->mix == MIX_SPEECH) == (opened->mix == MIX_SPEECH)))
      stream_close(one, INT64_MIN / 8, (int64_t)session->player.head);
}

static void begin_phase(struct session *session, enum phase phase) {
  session->phase = phase;
  session->burst_left = BURST;
  for (int i = 0; i < CONCURRENT; i++) session->next_time_us = 0, session_tick(session);
}

/* Another epoch: the clock is unknown, and what plays ends with a ramp. */
static void take_epoch(struct session *session, const char *json) {
  char epoch[65] = "";
  if (!json_string(json_get(json, "epoch"), epoch, sizeof epoch) || strcmp(epoch, session->epoch) == 0) return;
  strcpy(session->epoch, epoch);
  clock_reset(&session->clock);
  for (struct stream *one = session->player.streams; one != NULL; one = one->next) {
    stream_flush(one, INT64_MIN / 8, (int64_t)session->player.head);
    one->is_current = false;
    one->number = UINT32_MAX;
  }
}

static void take_settings(struct session *session, const char *json) {
  const char *volume = json_get(json_get(json, "settings"), "ao_volume");
  session->player.volume = json_number(volume, session->player.volume);
}

static void take_time(struct session *session, const char *json, int64_t now) {
  int64_t t0 = json_integer(json_get(json, "t0"), INT64_MAX), t1 = json_integer(json_get(json, "t1"), 0);
  if (t0 > now || t0 < now - 5000000) return;
  take_epoch(session, json);
  clock_add(&session->clock, t0, t1, json_integer(json_get(json, "t2"), 0), now);
  if (session->burst_left > 0) session->next_time_us = 0;
}

static void take_stream(struct session *session, const char *json, const char *action) {
  uint32_t number = (uint32_t)json_integer(json_get(json, "stream"), 0);
  struct stream *one = player_find(&session->player, number);
  int64_t head = (int64_t)session->player.head;
  if (strcmp(action, "open") == 0) {
    char mix[16] = "";
    if (one == NULL) one = player_add(&session->player, number);
    stream_open(one, json_integer(json_get(json, "from_us"), 0));
    one->opened_us = local_us();
    one->volume = json_number(json_get(json, "volume"), -1);
    json_string(json_get(json, "mix"), mix, sizeof mix);
    one->mix = strcmp(mix, "speech") == 0 ? MIX_SPEECH : strcmp(mix, "programme") == 0 ? MIX_PROGRAMME : MIX_NONE;
    end_earlier(session, one);
  } else if (one != NULL && strcmp(action, "volume") == 0) {
    one->volume = json_number(json_get(json, "volume"), -1);
  } else if (one != NULL && strcmp(action, "flush") == 0) {
    stream_flush(one, json_integer(json_get(json, "from_us"), 0), head);
  } else if (one != NULL && strcmp(action, "close") == 0) {
    stream_close(one, json_integer(json_get(json, "at_us"), 0), head);
  }
}

static void take_command(struct session *session, const char *json) {
  char action[32] = "";
  int64_t request = json_integer(json_get(json, "request"), 0);
  json_string(json_get(json, "action"), action, sizeof action);
  bool restarts = strcmp(action, "restart") == 0, identifies = strcmp(action, "identify") == 0;
  session_send(session, "{\"type\":\"result\",\"request\":%" PRId64 ",\"ok\":%s}", request,
               restarts || identifies ? "true" : "false,\"message\":\"unknown action\"");
  if (identifies) session->player.identify_left = RATE * 14 / 10;
  if (!restarts) return;
  session_send(session, "{\"type\":\"bye\",\"reason\":\"restart\"}");
  for (struct stream *one = session->player.streams; one != NULL; one = one->next)
    stream_close(one, INT64_MIN / 8, (int64_t)session->player.head), one->number = UINT32_MAX;
  session_boot(session);
  session_lost(session, 0);
}

static void take_secret(struct session *session, const char *json, bool renews) {
  struct store *store = &session->store;
  char secret[129];
  if (!json_string(json_get(json, "secret"), secret, sizeof secret)) return;
  strcpy(store->previous, renews ? store_secret(store) : "");
  strcpy(store->secret, secret);
  store->uses_previous = false;
  bool kept = store_write(store);
  if (!renews) return;
  session_send(session, "{\"type\":\"result\",\"request\":%" PRId64 ",\"ok\":%s}",
               json_integer(json_get(json, "request"), 0), kept ? "true" : "false");
}

static void take_refused(struct session *session, const char *json) {
  char code[32] = "", message[500] = "";
  const char *retry = json_get(json, "retry_s");
  json_string(json_get(json, "code"), code, sizeof code);
  json_string(json_get(json, "message"), message, sizeof message);
  fprintf(stderr, "refused: %s: %s\n", code, message);
  if (strcmp(code, "secret") == 0) session->store.uses_previous = !session->store.uses_previous;
  double wait_s = json_number(retry, -1);
  session->ends = wait_s < 0;
  session_lost(session, wait_s < 0 ? 0 : wait_s * (1 + random_fraction() / 5));
}

void session_text(struct session *session, const char *json) {
  int64_t now = local_us();
  char type[32] = "";
  json_string(json_get(json, "type"), type, sizeof type);
  if (strcmp(type, "time") == 0) return take_time(session, json, now);
  if (strcmp(type, "found") == 0) return begin_phase(session, FOUND);
  if (strcmp(type, "adopted") == 0) return take_secret(session, json, false);
  if (strcmp(type, "secret.renew") == 0) return take_secret(session, json, true);
  if (strcmp(type, "refused") == 0) return take_refused(session, json);
  if (strcmp(type, "command") == 0) return take_command(session, json);
  if (strcmp(type, "settings") == 0) return take_settings(session, json);
  if (strcmp(type, "drill") == 0) session->drill = json_integer(json_get(json, "drill"), -1);
  if (strncmp(type, "stream.", 7) == 0) return take_stream(session, json, type + 7);
  if (strcmp(type, "welcome") == 0) {
    take_epoch(session, json);
    take_settings(session, json);
    session->welcomed_us = now;
    session->reported[0] = '\0';
    begin_phase(session, WELCOMED);
  }
  if (strcmp(type, "removed") == 0) {
    session->store.secret[0] = session->store.previous[0] = '\0';
    store_write(&session->store);
    end_earlier(session, NULL);
    session_lost(session, 1);
  }
}

void session_frame(struct session *session, const uint8_t *data, size_t length) {
  if (length < 16 || data[0] != 1) return;
  uint64_t at_us = 0;
  for (int i = 8; i < 16; i++) at_us = at_us << 8 | data[i];
  uint32_t number = (uint32_t)data[4] << 24 | (uint32_t)data[5] << 16 | (uint32_t)data[6] << 8 | data[7];
  struct stream *one = player_find(&session->player, number);
  size_t at = 16;
  for (int i = 0; i < data[1] && one != NULL && at + 2 <= length; i++, at_us += PACKET_US) {
    size_t size = (size_t)data[at] << 8 | data[at + 1];
    if (at + 2 + size > length) return;
    stream_packet(one, (int64_t)at_us, data + at + 2, (int)size, (int64_t)session->player.head);
    at += 2 + size;
  }
}

void session_tick(struct session *session) {
  int64_t now = local_us();
  char key[64];
  if (session->phase < FOUND) {
    if (session->phase == HELLO_SENT && now - session->received_us > SILENCE_US) session_lost(session, -1);
    return;
  }
  if (now - session->received_us > SILENCE_US) return session_lost(session, -1);
  if (now >= session->next_time_us) {
    if (session->burst_left > 0) session->burst_left--;
    session->next_time_us = now + (int64_t)(1e6 * (0.75 + random_fraction() / 2));
    session_send(session, "{\"type\":\"time\",\"t0\":%" PRId64 "}", now);
  }
  if (session->phase != WELCOMED || session->socket == NULL) return;
  if (session->drill >= 0 && clock_synced(&session->clock)) {
    session_send(session, "{\"type\":\"drill\",\"drill\":%" PRId64 "}", session->drill);
    session->drill = -1;
  }
  if (now > session->welcomed_us + 1000000) end_earlier(session, NULL);
  report_key(session, key, sizeof key);
  bool has_changed = strcmp(key, session->reported) != 0;
  if (now < session->last_report_us + (has_changed ? LEAST_US : REPORT_US)) return;
  strcpy(session->reported, key);
  session->last_report_us = now;
  report_send(session, now);
}
