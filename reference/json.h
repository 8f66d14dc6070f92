/* Reads one JSON object without copying it. */
#ifndef JSON_H
#define JSON_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Value of a member of the object `json`, at its first character; NULL: absent, or not an object. */
const char *json_get(const char *json, const char *name);
/* Unescapes a string value into `out`; false: not a string, or longer than `size` - 1 bytes. */
bool json_string(const char *value, char *out, size_t size);
/* Number of a value, or `otherwise` if it is absent, null or no number. */
double json_number(const char *value, double otherwise);
int64_t json_integer(const char *value, int64_t otherwise);
/* Writes `text` as a JSON string with its quotes; `out` has room for 6 times its length and 3 bytes. */
void json_quote(const char *text, char *out);
#endif
