#include "ws.h"
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "net.h"

enum { MOST_BYTES = 1048576, HEAD_BYTES = 4096, ERROR_SIZE = 200, ANSWER_MS = 5000, CLOSE_MS = 500, CLOSE_S = 2 };
enum { TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10 };

struct ws {
  net *stream;
  /* Received bytes, of which `used` belong to the message that was returned last. */
  uint8_t *bytes;
  size_t held, used, room;
  uint8_t last;
  bool replaced;
};

static bool fill(ws *socket) {
  if (socket->held + 4096 > socket->room) {
    size_t room = socket->room == 0 ? 16384 : socket->room * 2;
    uint8_t *more = realloc(socket->bytes, room + 1);
    if (more == NULL) return false;
    socket->bytes = more;
    socket->room = room;
  }
  long count = net_read(socket->stream, socket->bytes + socket->held, socket->room - socket->held);
  if (count > 0) socket->held += (size_t)count;
  return count >= 0;
}

/* Reads the answer to the handshake; true if the server has accepted it. */
static bool accepted(ws *socket, const char *key, char *error) {
  char line[64] = "", joined[80];
  uint8_t digest[EVP_MAX_MD_SIZE];
  snprintf(joined, sizeof joined, "%s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
  EVP_Digest(joined, strlen(joined), digest, NULL, EVP_sha1(), NULL);
  EVP_EncodeBlock((uint8_t *)line, digest, 20);
  strcat(line, "\r\n");
  for (;;) {
    char *end = NULL;
    if (socket->held > 0) {
      socket->bytes[socket->held] = '\0';
      end = strstr((char *)socket->bytes, "\r\n\r\n");
    }
    if (end != NULL) {
      bool switched = strncmp((char *)socket->bytes, "HTTP/1.1 101", 12) == 0;
      char *key_at = strstr((char *)socket->bytes, line);
      if (switched && key_at != NULL && key_at < end + 2) {
        socket->used = (size_t)(end + 4 - (char *)socket->bytes);
        return true;
      }
      snprintf(error, ERROR_SIZE, "refused: %.60s", (char *)socket->bytes);
      error[strcspn(error, "\r\n")] = '\0';
      return false;
    }
    struct pollfd one = {.fd = net_descriptor(socket->stream), .events = POLLIN};
    bool waits = net_pending(socket->stream) || poll(&one, 1, ANSWER_MS) == 1;
    if (!waits || socket->held > HEAD_BYTES || !fill(socket)) {
      snprintf(error, ERROR_SIZE, "no answer to the handshake");
      return false;
    }
  }
}

ws *ws_open(const char *url, const char *path, const char *pin, char *error) {
  char host[256] = "", port[8] = "", key[32], request[1024];
  bool secure = strncmp(url, "wss://", 6) == 0 || strncmp(url, "https://", 8) == 0;
  const char *name = strstr(url, "://");
  name = name == NULL ? url : name + 3;
  if (sscanf(name, "[%255[^]]]:%7[0-9]", host, port) < 1 && sscanf(name, "%255[^:/]:%7[0-9]", host, port) < 1) {
    snprintf(error, ERROR_SIZE, "not an address: %s", url);
    return NULL;
  }
  if (port[0] == '\0') strcpy(port, secure ? "8443" : "8080");
  ws *socket = calloc(1, sizeof *socket);
  if (socket == NULL) return NULL;
  socket->stream = net_open(host, port, secure, pin, error);
  if (socket->stream == NULL) return ws_close(socket, 0), NULL;
  uint8_t nonce[16];
  RAND_bytes(nonce, sizeof nonce);
  EVP_EncodeBlock((uint8_t *)key, nonce, sizeof nonce);
  int length = snprintf(request, sizeof request,
                        "GET %s HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Version: 13\r\n\r\n",
                        path, host, port, key);
  if (net_write(socket->stream, request, (size_t)length) && accepted(socket, key, error)) return socket;
  ws_close(socket, 0);
  return NULL;
}

static bool send_frame(ws *socket, int kind, const void *data, size_t length) {
  uint8_t head[14], *frame = malloc(sizeof head + length);
  size_t at = 2;
  if (frame == NULL) return false;
  frame[0] = (uint8_t)(0x80 | kind);
  frame[1] = (uint8_t)(0x80 | (length < 126 ? length : length < 65536 ? 126 : 127));
  if (length >= 126)
    for (int shift = length < 65536 ? 8 : 56; shift >= 0; shift -= 8) frame[at++] = (uint8_t)((uint64_t)length >> shift);
  uint8_t *mask = frame + at;
  RAND_bytes(mask, 4);
  at += 4;
  for (size_t i = 0; i < length; i++) frame[at + i] = ((const uint8_t *)data)[i] ^ mask[i & 3];
  bool sent = net_write(socket->stream, frame, at + length);
  free(frame);
  return sent;
}

/* After a close frame, reads until the server closes: unread bytes reset a connection, and what was sent last is lost. */
void ws_close(ws *socket, int code) {
  uint8_t status[2] = {(uint8_t)(code >> 8), (uint8_t)code};
  struct pollfd one = {.fd = ws_descriptor(socket), .events = POLLIN};
  time_t end = code > 0 && send_frame(socket, CLOSE, status, sizeof status) ? time(NULL) + CLOSE_S : 0;
  while (time(NULL) < end && poll(&one, 1, CLOSE_MS) == 1 && fill(socket)) socket->held = 0;
  net_close(socket->stream);
  free(socket->bytes);
  free(socket);
}

int ws_descriptor(const ws *socket) { return net_descriptor(socket->stream); }
bool ws_pending(const ws *socket) { return net_pending(socket->stream); }
bool ws_send_text(ws *socket, const char *text) { return send_frame(socket, TEXT, text, strlen(text)); }

/* Removes the previous message, whose byte behind its end was replaced by a zero. */
static void drop_used(ws *socket) {
  if (socket->replaced) socket->bytes[socket->used] = socket->last;
  socket->replaced = false;
  memmove(socket->bytes, socket->bytes + socket->used, socket->held - socket->used);
  socket->held -= socket->used;
  socket->used = 0;
}

/* Takes one frame; WS_NOTHING: more bytes are needed, or it was a ping (`more` is set). */
static enum ws_kind take_frame(ws *socket, const uint8_t **data, size_t *length, bool *more) {
  const uint8_t *at = socket->bytes;
  *more = false;
  if (socket->held < 2) return WS_NOTHING;
  size_t extra = (at[1] & 127) == 126 ? 2 : (at[1] & 127) == 127 ? 8 : 0;
  if (socket->held < 2 + extra) return WS_NOTHING;
  uint64_t size = extra == 0 ? at[1] & 127 : 0;
  for (size_t i = 0; i < extra; i++) size = size << 8 | at[2 + i];
  /* A frame of a server is not masked and has no extension bits. */
  if ((at[1] & 128) != 0 || (at[0] & 0x70) != 0 || size > MOST_BYTES) return WS_CLOSED;
  if (socket->held < 2 + extra + size) return WS_NOTHING;
  int kind = at[0] & 15;
  bool final = (at[0] & 128) != 0;
  const uint8_t *body = at + 2 + extra;
  socket->used = 2 + extra + (size_t)size;
  *more = true;
  if (kind == CLOSE) return WS_CLOSED;
  if (kind == PING) return send_frame(socket, PONG, body, (size_t)size) ? WS_NOTHING : WS_CLOSED;
  if (kind == PONG) return WS_NOTHING;
  /* The server sends each message in one frame. */
  if (!final || (kind != TEXT && kind != BINARY)) return WS_CLOSED;
  socket->last = socket->bytes[socket->used];
  socket->replaced = true;
  socket->bytes[socket->used] = '\0';
  *data = body;
  *length = (size_t)size;
  return kind == TEXT ? WS_TEXT : WS_BINARY;
}

enum ws_kind ws_receive(ws *socket, const uint8_t **data, size_t *length) {
  bool has_read = false;
  for (;;) {
    bool more;
    drop_used(socket);
    enum ws_kind kind = take_frame(socket, data, length, &more);
    if (kind != WS_NOTHING) return kind;
    if (more) continue;
    if (has_read && !net_pending(socket->stream)) return WS_NOTHING;
    if (!fill(socket)) return WS_CLOSED;
    has_read = true;
  }
}
