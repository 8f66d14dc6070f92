#include "sha1.h"
#include <string.h>

static uint32_t turn(uint32_t x, int bits) { return x << bits | x >> (32 - bits); }

static void block(uint32_t h[5], const uint8_t *bytes) {
  uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];
  for (int i = 0; i < 16; i++)
    w[i] = (uint32_t)bytes[4 * i] << 24 | (uint32_t)bytes[4 * i + 1] << 16 | (uint32_t)bytes[4 * i + 2] << 8 |
           bytes[4 * i + 3];
  for (int i = 16; i < 80; i++) w[i] = turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  for (int i = 0; i < 80; i++) {
    uint32_t f = i < 20 ? (b & c) | (~b & d) : i < 40 || i >= 60 ? b ^ c ^ d : (b & c) | (b & d) | (c & d);
    uint32_t k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
    uint32_t next = turn(a, 5) + f + e + k + w[i];
    e = d, d = c, c = turn(b, 30), b = a, a = next;
  }
  h[0] += a, h[1] += b, h[2] += c, h[3] += d, h[4] += e;
}

void sha1(const char *text, size_t length, uint8_t digest[20]) {
  uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
  uint8_t bytes[128] = {0};
  size_t size = length < 56 ? 64 : 128;
  memcpy(bytes, text, length);
  bytes[length] = 0x80;
  bytes[size - 1] = (uint8_t)(length * 8);
  bytes[size - 2] = (uint8_t)(length * 8 >> 8);
  for (size_t at = 0; at < size; at += 64) block(h, bytes + at);
  for (int i = 0; i < 20; i++) digest[i] = (uint8_t)(h[i / 4] >> (24 - 8 * (i % 4)));
}
