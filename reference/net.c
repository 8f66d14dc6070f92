#include "net.h"
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>

enum { OPEN_S = 5, NAP_MS = 5, WRITE_MS = 2000, ERROR_SIZE = 200 };

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

static net *new_tls(const char *host, const char *pin, SSL **tls) {
  SSL_CTX *context = SSL_CTX_new(TLS_client_method());
  if (context == NULL) return NULL;
  SSL_CTX_set_default_verify_paths(context);
  net *stream = BIO_new_ssl_connect(context);
  SSL_CTX_free(context);
  if (stream == NULL) return NULL;
  BIO_get_ssl(stream, tls);
  SSL_set_tlsext_host_name(*tls, host);
  if (pin != NULL) return stream;
  SSL_set1_host(*tls, host);
  SSL_set_verify(*tls, SSL_VERIFY_PEER, NULL);
  return stream;
}

net *net_open(const char *host, const char *port, bool secure, const char *pin, char *error) {
  SSL *tls = NULL;
  if (pin != NULL && !secure) {
    snprintf(error, ERROR_SIZE, "a pinned key needs wss://");
    return NULL;
  }
  net *stream = secure ? new_tls(host, pin, &tls) : BIO_new(BIO_s_connect());
  if (stream == NULL) return NULL;
  BIO_set_conn_hostname(stream, host);
  BIO_set_conn_port(stream, port);
  BIO_set_nbio(stream, 1);
  snprintf(error, ERROR_SIZE, "%s:%s does not answer%s", host, port, secure ? ", or is not trusted" : "");
  if (BIO_do_connect_retry(stream, OPEN_S, NAP_MS) == 1 && (pin == NULL || is_pinned(tls, pin, error))) {
    int on = 1;
    setsockopt(net_descriptor(stream), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return stream;
  }
  net_close(stream);
  return NULL;
}

void net_close(net *stream) { BIO_free_all(stream); }
int net_descriptor(net *stream) { return (int)BIO_get_fd(stream, NULL); }
bool net_pending(net *stream) { return BIO_pending(stream) > 0; }

long net_read(net *stream, void *bytes, size_t size) {
  int count = BIO_read(stream, bytes, (int)size);
  return count > 0 ? count : BIO_should_retry(stream) ? 0 : -1;
}

bool net_write(net *stream, const void *bytes, size_t length) {
  const char *at = bytes;
  while (length > 0) {
    int count = BIO_write(stream, at, (int)length);
    struct pollfd one = {.fd = net_descriptor(stream), .events = POLLOUT};
    if (count <= 0 && (!BIO_should_retry(stream) || poll(&one, 1, WRITE_MS) != 1)) return false;
    if (count > 0) at += count, length -= (size_t)count;
  }
  return true;
}
