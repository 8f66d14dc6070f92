import { z } from 'zod';
import type { Bus } from './bus.types.ts';

const BEAT_MS = 300;
/** Time without a message after which a node counts as lost, ms. */
const LOST_MS = 2_000;
/** Messages whose shortest delay is taken for the difference of the clocks. */
const CLOCK_BEATS = 10;
const SUBJECT = 'tocsin.node';

const beat = z.object({
  name: z.string().max(255),
  version: z.string().max(100),
  /** Fencing number with which it leads; null: it follows. */
  fence: z.number().int().nullable(),
  /** Addresses at which terminals and consoles reach it. */
  urls: z.array(z.string().max(300)).max(40),
  /** Where a leader takes what other nodes pass on; null: nowhere. */
  entry: z
    .object({
      hosts: z.array(z.string().max(255)).max(20),
      port: z.number().int(),
      /** SHA-256 of the public key of its certificate, hexadecimal. */
      key: z.string().max(64),
    })
    .nullable(),
  /** Since when it leads or follows, epoch s; 0: it does not yet. */
  since: z.number().int().default(0),
  /** Connections that it passes on to the leader; null: it leads. */
  passed: z.number().int().nullable().default(null),
  /** Files of the site that it lacks; null: not compared, or it leads. */
  files_missing: z.number().int().nullable().default(null),
  /** Time since the files were compared, ms; null: never, or it leads. */
  files_age_ms: z.number().int().nullable().default(null),
});
/** Message of a node about itself, sent several times a second. */
export type Beat = z.output<typeof beat>;

export type LeaderEntry = NonNullable<Beat['entry']>;

export interface HeardNode {
  beat: Beat;
  /** Time by which its clock is ahead of this machine's, ms; too small by the shortest delay of its messages. */
  clockMs: number;
}

/** The nodes of the system, as this one hears them. */
export interface Presence {
  heard(): HeardNode[];
  /** Where the leader takes what is passed on; null: none is heard, or it is still starting. */
  leader(): LeaderEntry | null;
  /** Says now what has changed. */
  tell(): void;
  close(): void;
}

export interface PresenceDeps {
  own(): Beat;
  /** Called with the fencing number of each leader that is heard. */
  heardFence(fence: number): void;
  /** Called when a node is heard for the first time, was stopped, or is not heard any more. */
  changed(node: Beat, state: 'joined' | 'stopped' | 'lost'): void;
  /** Monotonic clock and wall clock, ms. */
  now?: () => number;
  wallNow?: () => number;
}

export function createPresence(
  bus: Bus,
  { own, heardFence, changed, now = () => performance.now(), wallNow = Date.now }: PresenceDeps,
): Presence {
  const nodes = new Map<string, { beat: Beat; heardMs: number; aheadMs: number[] }>();
  bus.subscribe(SUBJECT, (body, id, at) => {
    const parsed = beat.safeParse(body);
    if (!parsed.success) return;
    const before = nodes.get(id);
    // The first message comes before it listens.
    if (parsed.data.urls.length > 0 && !before?.beat.urls.length) changed(parsed.data, 'joined');
    const aheadMs = [...(before?.aheadMs ?? []), at - wallNow()].slice(-CLOCK_BEATS);
    nodes.set(id, { beat: parsed.data, heardMs: now(), aheadMs });
    if (parsed.data.fence !== null) heardFence(parsed.data.fence);
  });
  bus.subscribe(`${SUBJECT}.stopped`, (_, id) => remove(id, 'stopped'));
  function remove(id: string, state: 'stopped' | 'lost'): void {
    const node = nodes.get(id);
    nodes.delete(id);
    if (node !== undefined) changed(node.beat, state);
  }
  const tell = () => bus.publish(SUBJECT, own());
  tell();
  const timer = setInterval(() => {
    for (const [id, { heardMs }] of nodes) if (now() - heardMs > LOST_MS) remove(id, 'lost');
    tell();
  }, BEAT_MS);
  return {
    heard: () =>
      [...nodes.values()].map(({ beat, aheadMs }) => ({ beat, clockMs: Math.round(Math.max(...aheadMs)) })),
    leader() {
      let found: Beat | null = null;
      for (const { beat } of nodes.values())
        if (beat.fence !== null && beat.fence > (found?.fence ?? 0)) found = beat;
      return found?.entry ?? null;
    },
    tell,
    close() {
      clearInterval(timer);
      bus.publish(`${SUBJECT}.stopped`, null);
    },
  };
}
