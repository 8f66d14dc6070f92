import { loopMode, playOrder } from '../../../contract/codes.ts';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import type { SpokenLive } from '../voice/growingSpeech.ts';
import type { BroadcastItem } from './broadcastItem.ts';
import { isSynthesizing, type ListRow, timelineOf } from './listTimeline.ts';
import type { Programmes } from './programmes.ts';
import type { OpenSource, Source } from './source.ts';
import { SpeechSource } from './speechSource.ts';
import { createTimeline, PACKET_MS, type Timeline } from './timeline.ts';

/** Opens the finished programme of a list from a packet on, ready to be played. */
async function restOf(stored: OpenSource, row: ListRow, packet: number): Promise<Source> {
  const source = stored({ items: row.items, timeline: timelineOf(row), position: packet * PACKET_MS });
  await source.prepare();
  return source;
}

/** Timeline of items that are played once, in their order. */
function onceThrough(items: readonly BroadcastItem[]): Timeline {
  const durations = items.map(({ duration_ms }) => duration_ms);
  const { sequential: play_order } = playOrder;
  return createTimeline({ durations, play_order, loop: loopMode.listOnce, interval_ms: 0, seed: 0 });
}

/** Makes the opener of a list with a text that is being synthesised, and the list once all of it is there. */
export function openSpeech(
  stored: OpenSource,
  row: ListRow,
  { growing, built }: SpokenLive,
): { open: OpenSource; listed: Promise<BroadcastItem[]> } {
  const listed = built.then(({ path, duration_ms }) =>
    row.items.map((item) => (isSynthesizing(item) ? { ...item, path, duration_ms } : item)),
  );
  // Handled here too, because it may fail before anything awaits it.
  listed.catch(() => {});
  const chimes = row.items.slice(0, row.items.findIndex(isSynthesizing));
  const opening = chimes.length === 0 ? null : onceThrough(chimes);
  const beforeMs = opening?.total(0) ?? 0;
  const rest = async (packet: number) =>
    restOf(stored, { ...row, items: await listed }, beforeMs / PACKET_MS + packet);
  const open: OpenSource = ({ items, position, timeline }) => {
    if (!items.some(isSynthesizing)) return stored({ items, position, timeline });
    const next = Math.max(0, Math.round((position - beforeMs) / PACKET_MS));
    const chime =
      opening === null || position >= beforeMs
        ? null
        : stored({ items: chimes, position, timeline: opening });
    return new SpeechSource(growing, next, rest, chime);
  };
  return { open, listed };
}

/**
 * Opens such a list after a restart of the server in the middle: synthesises the text again, and continues with the next
 * word as soon as it is there. Until then it is silent, because a long text takes minutes on a busy machine, and the
 * start of the server, with its alarms, must not wait for it.
 */
export function reopenSpeech(
  stored: OpenSource,
  programmes: Pick<Programmes, 'speech'>,
  row: ListRow & { asked: Pick<StartRealTimeTask, 'textContent' | 'voiceName' | 'voiceSpeed'> | null },
): OpenSource | null {
  const { asked } = row;
  if (asked === null || !row.items.some(isSynthesizing)) return null;
  const growing = { packets: [], ended: false, whole: false };
  let listed: Promise<BroadcastItem[]> | undefined;
  async function list({ textContent, voiceName, voiceSpeed }: NonNullable<typeof asked>) {
    try {
      const { path, duration_ms } = await programmes.speech(textContent, voiceName, voiceSpeed);
      return row.items.map((item) => (isSynthesizing(item) ? { ...item, path, duration_ms } : item));
    } finally {
      // Its source goes on in the finished programme, or fails with the reason.
      growing.ended = true;
    }
  }
  return (place) => {
    listed ??= list(asked);
    const items = listed;
    items.catch(() => {});
    const rest = async (packet: number) => restOf(stored, { ...row, items: await items }, packet);
    return new SpeechSource(growing, Math.round(place.position / PACKET_MS), rest);
  };
}
