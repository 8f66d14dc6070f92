/* WebSocket client (RFC 6455) over a socket, without extensions. */
#ifndef WS_H
#define WS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct ws ws;
enum ws_kind { WS_NOTHING, WS_TEXT, WS_BINARY, WS_CLOSED };

/*
 * Connects and shakes hands; NULL with a text in `error` (of 200 bytes) if it fails.
 * `url`: ws://HOST[:PORT] or wss://; `pin`: SHA-256 of the server's public key in hexadecimal digits, or NULL.
 */
ws *ws_open(const char *url, const char *path, const char *pin, char *error);
void ws_close(ws *socket, int code);
/* For poll(). */
int ws_descriptor(const ws *socket);
/* True if decrypted bytes wait, which poll() does not show. */
bool ws_pending(const ws *socket);
bool ws_send_text(ws *socket, const char *text);
/* Next message; its data ends with a zero byte and is valid until the next call. Pings are answered here. */
enum ws_kind ws_receive(ws *socket, const uint8_t **data, size_t *length);
#endif
