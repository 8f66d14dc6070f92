/* A loudspeaker for docs/protocols/terminal-protocol.md that plays into a file. */
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include "session.h"

enum { TURN_MS = 5 };

static volatile sig_atomic_t stopped;
static void stop(int signal) { stopped = signal; }

static const char USAGE[] =
    "terminal --server ws://HOST:PORT --code CODE [--state FILE] [--name NAME] [--pair CODE]\n"
    "         [--pin SHA256] [--pcm FILE]   (-: standard output)\n";

static const char *option(int argc, char **argv, const char *name, const char *otherwise) {
  for (int i = 1; i + 1 < argc; i += 2)
    if (strcmp(argv[i], name) == 0) return argv[i + 1];
  return otherwise;
}

static void connect_now(struct session *session, const char *server, const char *pin) {
  char path[128], error[200] = "";
  snprintf(path, sizeof path, "/v1/terminal?code=%s&kind=device&lang=en", session->code);
  session->socket = ws_open(server, path, pin, error);
  if (session->socket != NULL) return session_hello(session);
  fprintf(stderr, "%s\n", error);
  session_lost(session, -1);
}

static void receive(struct session *session) {
  const uint8_t *data;
  size_t length;
  while (session->socket != NULL) {
    enum ws_kind kind = ws_receive(session->socket, &data, &length);
    if (kind == WS_NOTHING) return;
    if (kind == WS_CLOSED) return session_lost(session, -1);
    session->received_us = local_us();
    session->received_media_us = clock_media(&session->clock, session->received_us);
    if (kind == WS_TEXT) session_text(session, (const char *)data);
    else session_frame(session, data, length);
  }
}

/* Prints the first sound of a new stream, and removes streams that were closed a while ago. */
static void tidy(struct session *session) {
  int64_t head = (int64_t)session->player.head;
  for (struct stream *one = session->player.streams, *next; one != NULL; one = next) {
    next = one->next;
    if (one->has_sounded && !one->is_logged)
      fprintf(stderr, "stream %u: first sound is sample %lld of the output, at media time %lld us\n", one->number,
              (long long)one->first_taken, (long long)one->first_sound_us);
    one->is_logged = one->has_sounded;
    bool is_over = (one->closed || !one->is_current) && !stream_has_within(one, head - BLOCK, INT64_MAX);
    if (is_over && clock_media(&session->clock, local_us()) > one->closed_us + 400000) player_remove(&session->player, one);
  }
}

static bool is_code(const char *code) {
  static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return strlen(code) >= 3 && strlen(code) <= 32 && strspn(code, allowed) == strlen(code);
}

int main(int argc, char **argv) {
  static struct session session;
  const char *server = option(argc, argv, "--server", NULL), *pin = option(argc, argv, "--pin", NULL);
  const char *pcm = option(argc, argv, "--pcm", NULL);
  session.code = option(argc, argv, "--code", NULL);
  if (server == NULL || session.code == NULL || !is_code(session.code)) {
    fputs(USAGE, stderr);
    return 2;
  }
  session.name = option(argc, argv, "--name", session.code);
  session.pairing = option(argc, argv, "--pair", NULL);
  session.store.path = option(argc, argv, "--state", "terminal.state");
  session.player = (struct player){.clock = &session.clock, .volume = 100};
  session.drill = -1;
  session.wait_s = 0.3;
  if (pcm != NULL) session.player.file = strcmp(pcm, "-") == 0 ? stdout : fopen(pcm, "wb");
  if (pcm != NULL && session.player.file == NULL) {
    perror(pcm);
    return 2;
  }
  store_read(&session.store);
  session_boot(&session);
  signal(SIGINT, stop);
  signal(SIGTERM, stop);
  signal(SIGPIPE, SIG_IGN);
  player_start(&session.player, local_us());
  while (!stopped && !session.ends) {
    if (session.socket == NULL && local_us() >= session.retry_us) connect_now(&session, server, pin);
    struct pollfd one = {.fd = session.socket == NULL ? -1 : ws_descriptor(session.socket), .events = POLLIN};
    if (session.socket == NULL || !ws_pending(session.socket)) poll(&one, 1, TURN_MS);
    receive(&session);
    player_pump(&session.player, local_us());
    tidy(&session);
    session_tick(&session);
  }
  if (session.socket != NULL) session_send(&session, "{\"type\":\"bye\",\"reason\":\"stopped\"}");
  if (session.socket != NULL) ws_close(session.socket, 1000);
  if (session.player.file != NULL) fflush(session.player.file);
  return session.ends ? 3 : 0;
}
