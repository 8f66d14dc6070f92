#include "json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 32 };

static const char *space(const char *at) {
  while (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r') at++;
  return at;
}

/* End of a string that begins at its quote; NULL: it does not end. */
static const char *string_end(const char *at) {
  for (at++; *at != '"'; at++) {
    if (*at == '\\') at++;
    if (*at == '\0') return NULL;
  }
  return at + 1;
}

/* End of a value; NULL: damaged or too deep. */
static const char *value_end(const char *at, int depth) {
  at = space(at);
  if (*at == '"') return string_end(at);
  if (*at != '{' && *at != '[') {
    size_t length = strcspn(at, ",]} \t\r\n");
    return length == 0 ? NULL : at + length;
  }
  if (depth >= DEEPEST) return NULL;
  char close = *at == '{' ? '}' : ']';
  bool named = *at == '{';
  at = space(at + 1);
  if (*at == close) return at + 1;
  for (;;) {
    if (named) {
      if (*at != '"' || (at = string_end(at)) == NULL) return NULL;
      at = space(at);
      if (*at++ != ':') return NULL;
    }
    if ((at = value_end(at, depth + 1)) == NULL) return NULL;
    at = space(at);
    if (*at == close) return at + 1;
    if (*at++ != ',') return NULL;
    at = space(at);
  }
}

const char *json_get(const char *json, const char *name) {
  size_t length = strlen(name);
  if (json == NULL) return NULL;
  const char *at = space(json);
  if (*at++ != '{') return NULL;
  at = space(at);
  while (*at == '"') {
    const char *key = at + 1;
    if ((at = string_end(at)) == NULL) return NULL;
    bool found = (size_t)(at - 1 - key) == length && memcmp(key, name, length) == 0;
    at = space(at);
    if (*at++ != ':') return NULL;
    at = space(at);
    const char *end = value_end(at, 0);
    if (end == NULL) return NULL;
    if (found) return at;
    at = space(end);
    if (*at++ != ',') return NULL;
    at = space(at);
  }
  return NULL;
}

static char *utf8(unsigned code, char *out) {
  if (code < 0x80) {
    *out++ = (char)code;
  } else if (code < 0x800) {
    *out++ = (char)(0xc0 | code >> 6);
    *out++ = (char)(0x80 | (code & 0x3f));
  } else {
    *out++ = (char)(0xe0 | code >> 12);
    *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    *out++ = (char)(0x80 | (code & 0x3f));
  }
  return out;
}

bool json_string(const char *value, char *out, size_t size) {
  if (value == NULL || *value != '"' || size < 4) return false;
  char *last = out + size - 4;
  for (const char *at = value + 1; *at != '"'; at++) {
    if (*at == '\0' || out > last) return false;
    if (*at != '\\') {
      *out++ = *at;
      continue;
    }
    static const char from[] = "bfnrt", to[] = "\b\f\n\r\t";
    const char *known = strchr(from, *++at);
    if (*at == '\0') return false;
    if (*at == 'u') {
      unsigned code;
      if (sscanf(at + 1, "%4x", &code) != 1) return false;
      out = utf8(code, out);
      at += 4;
    } else {
      *out++ = known == NULL ? *at : to[known - from];
    }
  }
  *out = '\0';
  return true;
}

double json_number(const char *value, double otherwise) {
  if (value == NULL || (*value != '-' && (*value < '0' || *value > '9'))) return otherwise;
  return strtod(value, NULL);
}

int64_t json_integer(const char *value, int64_t otherwise) {
  if (value == NULL || (*value != '-' && (*value < '0' || *value > '9'))) return otherwise;
  return strtoll(value, NULL, 10);
}

bool json_true(const char *value) { return value != NULL && strncmp(value, "true", 4) == 0; }

void json_quote(const char *text, char *out) {
  *out++ = '"';
  for (; *text != '\0'; text++) {
    if (*text == '"' || *text == '\\') *out++ = '\\';
    if ((unsigned char)*text < 0x20) out += sprintf(out, "\\u%04x", (unsigned)*text);
    else *out++ = *text;
  }
  *out++ = '"';
  *out = '\0';
}
