#include "net.h"
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef WITH_TLS
#include <openssl/ssl.h>
#include <openssl/x509.h>
#endif

enum { WRITE_MS = 2000, ERROR_SIZE = 200 };

struct net {
  int descriptor;
#ifdef WITH_TLS
  SSL_CTX *context;
  SSL *tls;
#endif
};

static bool wait_for(int descriptor, short events, int ms) {
  struct pollfd one = {.fd = descriptor, .events = events};
  return poll(&one, 1, ms) == 1 && (one.revents & (events | POLLHUP | POLLERR)) != 0;
}

static int connect_to(const char *host, const char *port, int wait_ms, char *error) {
  struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *all = NULL;
  int failed = getaddrinfo(host, port, &wanted, &all);
  if (failed != 0) {
    snprintf(error, ERROR_SIZE, "%s: %s", host, gai_strerror(failed));
    return -1;
  }
  int descriptor = -1;
  for (struct addrinfo *one = all; one != NULL && descriptor < 0; one = one->ai_next) {
    descriptor = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
    if (descriptor < 0) continue;
    fcntl(descriptor, F_SETFL, O_NONBLOCK);
    int result = 0;
    socklen_t size = sizeof result;
    bool open = connect(descriptor, one->ai_addr, one->ai_addrlen) == 0 ||
                (errno == EINPROGRESS && wait_for(descriptor, POLLOUT, wait_ms) &&
                 getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &result, &size) == 0 && result == 0);
    if (open) break;
    close(descriptor);
    descriptor = -1;
  }
  freeaddrinfo(all);
  if (descriptor < 0) {
    snprintf(error, ERROR_SIZE, "%s:%s does not answer", host, port);
    return -1;
  }
  int on = 1;
  setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return descriptor;
}

#ifdef WITH_TLS
/* True if the public key of the server's certificate has this SHA-256. */
static bool is_pinned(SSL *tls, const char *pin, char *error) {
  unsigned char digest[EVP_MAX_MD_SIZE], *key = NULL;
  unsigned length = 0;
  char text[2 * EVP_MAX_MD_SIZE + 1] = "";
  X509 *certificate = SSL_get1_peer_certificate(tls);
  int size = certificate == NULL ? 0 : i2d_X509_PUBKEY(X509_get_X509_PUBKEY(certificate), &key);
  if (size > 0) EVP_Digest(key, (size_t)size, digest, &length, EVP_sha256(), NULL);
  OPENSSL_free(key);
  X509_free(certificate);
  for (unsigned i = 0; i < length; i++) sprintf(text + 2 * i, "%02x", digest[i]);
  if (length > 0 && strcmp(text, pin) == 0) return true;
  snprintf(error, ERROR_SIZE, "the server does not have the pinned key, but %s", text);
  return false;
}

static bool start_tls(net *stream, const char *host, const char *pin, int wait_ms, char *error) {
  stream->context = SSL_CTX_new(TLS_client_method());
  if (stream->context == NULL) return false;
  SSL_CTX_set_default_verify_paths(stream->context);
  stream->tls = SSL_new(stream->context);
  SSL_set_fd(stream->tls, stream->descriptor);
  SSL_set_tlsext_host_name(stream->tls, host);
  if (pin == NULL) {
    SSL_set1_host(stream->tls, host);
    SSL_set_verify(stream->tls, SSL_VERIFY_PEER, NULL);
  }
  for (;;) {
    int result = SSL_connect(stream->tls);
    if (result == 1) return pin == NULL || is_pinned(stream->tls, pin, error);
    int reason = SSL_get_error(stream->tls, result);
    short events = reason == SSL_ERROR_WANT_READ ? POLLIN : POLLOUT;
    if ((reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE) &&
        wait_for(stream->descriptor, events, wait_ms))
      continue;
    snprintf(error, ERROR_SIZE, "no TLS with %s: its certificate is not trusted, or it speaks no TLS", host);
    return false;
  }
}
#endif

net *net_open(const char *host, const char *port, bool secure, const char *pin, int wait_ms, char *error) {
  net *stream = calloc(1, sizeof *stream);
  if (stream == NULL) return NULL;
  stream->descriptor = connect_to(host, port, wait_ms, error);
  bool open = stream->descriptor >= 0;
  if (open && pin != NULL && !secure) {
    snprintf(error, ERROR_SIZE, "a pinned key needs wss://");
    open = false;
  }
#ifdef WITH_TLS
  if (open && secure) open = start_tls(stream, host, pin, wait_ms, error);
#else
  (void)pin;
  if (open && secure) {
    snprintf(error, ERROR_SIZE, "built without TLS: make TLS=1");
    open = false;
  }
#endif
  if (open) return stream;
  net_close(stream);
  return NULL;
}

void net_close(net *stream) {
#ifdef WITH_TLS
  SSL_free(stream->tls);
  SSL_CTX_free(stream->context);
#endif
  if (stream->descriptor >= 0) close(stream->descriptor);
  free(stream);
}

int net_descriptor(const net *stream) { return stream->descriptor; }

bool net_pending(const net *stream) {
#ifdef WITH_TLS
  return stream->tls != NULL && SSL_pending(stream->tls) > 0;
#else
  (void)stream;
  return false;
#endif
}

long net_read(net *stream, void *bytes, size_t size) {
#ifdef WITH_TLS
  if (stream->tls != NULL) {
    int count = SSL_read(stream->tls, bytes, (int)size);
    return count > 0 ? count : SSL_get_error(stream->tls, count) == SSL_ERROR_WANT_READ ? 0 : -1;
  }
#endif
  ssize_t count = recv(stream->descriptor, bytes, size, 0);
  if (count > 0) return count;
  return count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR) ? 0 : -1;
}

static long write_some(net *stream, const char *bytes, size_t length) {
#ifdef WITH_TLS
  if (stream->tls != NULL) {
    int count = SSL_write(stream->tls, bytes, (int)length);
    return count > 0 ? count : SSL_get_error(stream->tls, count) == SSL_ERROR_WANT_WRITE ? 0 : -1;
  }
#endif
  ssize_t count = send(stream->descriptor, bytes, length, MSG_NOSIGNAL);
  return count >= 0 ? count : errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
}

bool net_write(net *stream, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    long count = write_some(stream, at, length);
    if (count < 0) return false;
    if (count == 0 && !wait_for(stream->descriptor, POLLOUT, WRITE_MS)) return false;
    at += count;
    length -= (size_t)count;
  }
  return true;
}
