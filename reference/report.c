#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "session.h"

enum { RECENT_US = 300000 };

static bool is_shown(const struct session *session, const struct stream *one, int64_t media_us) {
  return one->is_current && session->phase == WELCOMED && (!one->closed || media_us < one->closed_us + RECENT_US);
}

static bool sounds(const struct session *session, const struct stream *one) {
  int64_t head = (int64_t)session->player.head;
  return stream_has_within(one, head - BLOCK, head) && player_is_playing(&session->player);
}

/* Stream of the report: the one that is heard, speech first; else the newest. */
static const struct stream *main_stream(const struct session *session, int64_t media_us) {
  const struct stream *best = NULL;
  int best_rank = -1;
  for (const struct stream *one = session->player.streams; one != NULL; one = one->next) {
    int rank = sounds(session, one) ? (one->mix == MIX_SPEECH ? 2 : 1) : 0;
    if (is_shown(session, one, media_us) && rank > best_rank) best = one, best_rank = rank;
  }
  return best;
}

void report_key(const struct session *session, char *key, size_t size) {
  int64_t media_us = clock_media(&session->clock, local_us());
  const struct stream *one = main_stream(session, media_us);
  int others = 0;
  for (const struct stream *s = session->player.streams; s != NULL; s = s->next)
    if (s != one && is_shown(session, s, media_us)) others += 1 + 8 * sounds(session, s);
  snprintf(key, size, "%d %d %" PRIu32 " %" PRId64 " %d", clock_synced(&session->clock),
           player_is_playing(&session->player), one == NULL ? 0 : one->number,
           one == NULL || !one->has_sounded ? -1 : one->first_sound_us, others);
}

/* Fields that a report has for its stream and for each of the others. */
static void put_fields(const struct session *session, const struct stream *one, int64_t position_us, FILE *out) {
  int64_t head = (int64_t)session->player.head;
  if (sounds(session, one)) fprintf(out, "\"position_us\":%" PRId64 ",", position_us);
  if (one->has_sounded) fprintf(out, "\"first_sound_us\":%" PRId64 ",", one->first_sound_us);
  fprintf(out, "\"received\":%ld,\"lost\":%ld,\"late\":%ld,\"gaps\":%ld,\"missed_ms\":%ld,\"buffer_ms\":%" PRId64,
          one->received, one->lost, one->late, one->gaps, one->missed * 1000 / RATE,
          (stream_held_until(one, head) - head) * 1000 / RATE);
}

void report_send(struct session *session, int64_t now) {
  const struct player *player = &session->player;
  char text[4096];
  FILE *out = fmemopen(text, sizeof text, "w");
  if (out == NULL) return;
  int64_t media_us = clock_media(&session->clock, now);
  /* What is heard now: the next sample of the card, without what still waits in it. */
  int64_t position_us = (int64_t)(player->head * 125 / 6) - (player_head_us(player) - now);
  const struct stream *best = main_stream(session, media_us);
  double rms, peak;
  bool synced = clock_synced(&session->clock), plays = player_is_playing(player);
  fprintf(out, "{\"type\":\"report\",\"state\":\"%s\"", !synced ? "unsynced" : plays ? "playing" : "idle");
  if (best != NULL) {
    fprintf(out, ",\"stream\":%" PRIu32 ",", best->number);
    put_fields(session, best, position_us, out);
  }
  if (synced && plays) fprintf(out, ",\"skew_us\":%" PRId64, media_us - position_us);
  if (player_level(player, &rms, &peak)) fprintf(out, ",\"level_db\":%.2f,\"peak_db\":%.2f", rms, peak);
  if (synced)
    fprintf(out, ",\"clock_error_us\":%" PRId64 ",\"delay_us\":%" PRId64 ",\"card_us\":%d,\"drift_ppm\":%.2f",
            clock_error(&session->clock, now), clock_delay(&session->clock), NEEDED_US, (player->rate - 1) * 1e6);
  int others = 0;
  for (const struct stream *one = player->streams; one != NULL && others < 4; one = one->next) {
    if (one == best || !is_shown(session, one, media_us)) continue;
    fprintf(out, "%s{\"stream\":%" PRIu32 ",\"sounding\":%s,", others++ == 0 ? ",\"other_streams\":[" : ",",
            one->number, sounds(session, one) ? "true" : "false");
    put_fields(session, one, position_us, out);
    fputc('}', out);
  }
  fputs(others > 0 ? "]}" : "}", out);
  fclose(out);
  session_send(session, "%s", text);
}
