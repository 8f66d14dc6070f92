/* Byte stream to a server: TCP, or TLS if it was built with TLS=1. */
#ifndef NET_H
#define NET_H
#include <stdbool.h>
#include <stddef.h>

typedef struct net net;

/* NULL with a text in `error` (of 200 bytes) if it fails. */
net *net_open(const char *host, const char *port, bool secure, const char *pin, int wait_ms, char *error);
void net_close(net *stream);
int net_descriptor(const net *stream);
bool net_pending(const net *stream);
/* Number of bytes; 0: none now; -1: the connection is lost. */
long net_read(net *stream, void *bytes, size_t size);
/* Sends all, waiting for at most 2 s. */
bool net_write(net *stream, const void *bytes, size_t length);
#endif
