import { loopMode, playOrder } from '../../../contract/codes.ts';
import type { StartRealTimeTask } from '../../../contract/entities/tasks/broadcast.ts';
import type { BroadcastItem } from './broadcastItem.ts';
import { isSynthesizing, type ListRow, timelineOf } from './listTimeline.ts';
import type { Programmes } from './programmes.ts';
import type { OpenSource, Source } from './source.ts';
import { type Growing, SpeechSource } from './speechSource.ts';
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

/** Speech in progress, and its finished programme; rejects with the reason when that cannot be built. */
interface SpeechParts {
  growing: Growing;
  built: Promise<Pick<BroadcastItem, 'path' | 'duration_ms'>>;
}

/** Makes the opener of a list with a text that is being synthesised, and the list once all of it is there. */
export function openSpeech(
  stored: OpenSource,
  row: ListRow,
  { growing, built }: SpeechParts,
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

/** Speech that begins when it can be heard, and until then has no packets. */
function awaited(spoken: ReturnType<Programmes['spoken']>): SpeechParts {
  let now: Growing = { packets: [], ended: false, whole: false };
  // Goes on in the finished programme, or fails with the reason.
  const end = () => {
    now = { packets: [], ended: true, whole: false };
  };
  async function build(): Promise<Pick<BroadcastItem, 'path' | 'duration_ms'>> {
    try {
      const { item, live } = await spoken;
      if (live === null) end();
      else now = live.growing;
      return live?.built ?? item;
    } catch (error) {
      end();
      throw error;
    }
  }
  const growing: Growing = {
    get packets() {
      return now.packets;
    },
    get ended() {
      return now.ended;
    },
    get whole() {
      return now.whole;
    },
  };
  return { growing, built: build() };
}

/**
 * Opens such a list after a restart of the server in the middle: synthesises the text again, and continues with the next
 * word as soon as that is spoken. Until then it is silent: the start of the server, with its alarms, must not wait for a
 * long text.
 */
export function reopenSpeech(
  stored: OpenSource,
  programmes: Pick<Programmes, 'spoken'>,
  row: ListRow & { asked: Pick<StartRealTimeTask, 'textContent' | 'voiceName' | 'voiceSpeed'> | null },
): OpenSource | null {
  const { asked } = row;
  if (asked === null || !row.items.some(isSynthesizing)) return null;
  let open: OpenSource | undefined;
  return (place) => {
    open ??= openSpeech(
      stored,
      row,
      awaited(programmes.spoken(asked.textContent, asked.voiceName, asked.voiceSpeed)),
    ).open;
    return open(place);
  };
}
