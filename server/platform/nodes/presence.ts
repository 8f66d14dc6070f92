import { z } from 'zod';
import type { Bus } from './bus.types.ts';

const BEAT_MS = 300;
/** Time without a message after which a node counts as lost, ms. */
const LOST_MS = 2_000;
const SUBJECT = 'tocsin.node';

const beat = z.object({
  name: z.string().max(255),
  version: z.string().max(100),
  /** Fencing number with which it leads; null: it follows. */
  fence: z.number().int().nullable(),
  /** Addresses at which terminals and consoles reach it. */
  urls: z.array(z.string().max(300)).max(20),
  /** Where a leader takes what other nodes pass on; null: nowhere. */
  entry: z
    .object({
      hosts: z.array(z.string().max(255)).max(20),
      port: z.number().int(),
      /** SHA-256 of the public key of its certificate, hexadecimal. */
      key: z.string().max(64),
    })
    .nullable(),
});
/** Message of a node about itself, sent several times a second. */
export type Beat = z.output<typeof beat>;

export type LeaderEntry = NonNullable<Beat['entry']>;

/** The nodes of the system, as this one hears them. */
export interface Presence {
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
  now?: () => number;
}

export function createPresence(
  bus: Bus,
  { own, heardFence, changed, now = () => performance.now() }: PresenceDeps,
): Presence {
  const nodes = new Map<string, { beat: Beat; heardMs: number }>();
  bus.subscribe(SUBJECT, (body, id) => {
    const parsed = beat.safeParse(body);
    if (!parsed.success) return;
    if (!nodes.has(id)) changed(parsed.data, 'joined');
    nodes.set(id, { beat: parsed.data, heardMs: now() });
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
