#include "json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

/* End of a value; NULL: it does not end. Brackets are counted; texts are skipped. */
static const char *value_end(const char *at) {
  int depth = 0;
  do {
    if (*at == '"') {
      if ((at = string_end(at)) == NULL) return NULL;
      continue;
    }
    if (*at == '\0') return NULL;
    if (*at == '{' || *at == '[') depth++;
    if (*at == '}' || *at == ']') depth--;
    at++;
  } while (depth > 0 || (*at != ',' && *at != '}' && *at != ']'));
  return at;
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
    const char *end = value_end(at);
    if (end == NULL) return NULL;
    if (found) return at;
    at = space(end);
    if (*at++ != ',') return NULL;
    at = space(at);
  }
  return NULL;
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
    /* Only texts for persons have such letters. */
    if (*at == 'u' && strlen(at) > 4) {
      *out++ = '?';
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
