/* Byte stream to a server: TCP, or TLS. A stream is a BIO of OpenSSL. */
#ifndef NET_H
#define NET_H
#include <stdbool.h>
#include <stddef.h>

typedef struct bio_st net;

/* NULL with a text in `error` (of 200 bytes) if it fails. */
net *net_open(const char *host, const char *port, bool secure, const char *pin, char *error);
void net_close(net *stream);
int net_descriptor(net *stream);
/* True if decrypted bytes wait, which poll() does not show. */
bool net_pending(net *stream);
/* Number of bytes; 0: none now; -1: the connection is lost. */
long net_read(net *stream, void *bytes, size_t size);
/* Sends all, waiting for at most 2 s. */
bool net_write(net *stream, const void *bytes, size_t length);
#endif
