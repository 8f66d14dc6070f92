/* SHA-1 (RFC 3174), which the handshake of a WebSocket needs; not for secrets. */
#ifndef SHA1_H
#define SHA1_H
#include <stddef.h>
#include <stdint.h>
/* `length` is at most 110 bytes. */
void sha1(const char *text, size_t length, uint8_t digest[20]);
#endif
