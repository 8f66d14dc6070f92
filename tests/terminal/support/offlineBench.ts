import { createHash } from 'node:crypto';
import { vi } from 'vitest';
import { PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import type { OfflineManifest, OfflineState, PlayedRecord } from '../../../contract/protocol/offline.ts';
import type { Fetched, MediaStore, Notes } from '../../../terminal/offline/mediaStore.ts';
import { OfflinePlayback } from '../../../terminal/offline/offlinePlayback.ts';
import { type Fault, Simulation } from './simulation.ts';

/** A stored programme of so many seconds, and its name. */
export function programme(seconds: number, mark: number) {
  const bytes = new Uint8Array(seconds * 50 * PROGRAMME_PACKET_BYTES).fill(mark);
  return { id: createHash('sha256').update(bytes).digest('hex'), bytes, ms: seconds * 1000 };
}
export type Programme = ReturnType<typeof programme>;

/** A media store that outlives its terminal. */
export class MemoryStore implements MediaStore {
  limit = 1e9;
  readonly items = new Map<string, Uint8Array<ArrayBuffer>>();
  notes: string | null = null;
  list = async () => new Map([...this.items].map(([id, bytes]) => [id, bytes.length]));
  read = (id: string, offset: number, length: number) =>
    (this.items.get(id) ?? new Uint8Array()).subarray(offset, offset + length);
  async write(id: string, bytes: Uint8Array<ArrayBuffer>) {
    this.items.set(id, bytes);
  }
  async remove(id: string) {
    this.items.delete(id);
  }
  async load(): Promise<Notes | null> {
    return this.notes === null ? null : JSON.parse(this.notes);
  }
  async save(notes: Notes) {
    this.notes = JSON.stringify(notes);
  }
}

/** Simulated time does not wait for the threads that the real one computes in. */
function digestAtOnce(): void {
  vi.spyOn(crypto.subtle, 'digest').mockImplementation(
    async (_, bytes) =>
      new Uint8Array(
        createHash('sha256')
          .update(bytes as Uint8Array)
          .digest(),
      ).buffer,
  );
}

/** A terminal that keeps, in simulated time, with a server that gives it what it is to keep. */
export async function offlineBench(store = new MemoryStore(), fault: Fault = {}, startUs = 0) {
  digestAtOnce();
  const stored = new Map<string, Programme>();
  const fetches: string[] = [];
  const world: { answer: ((id: string) => Fetched) | null; simulation: Simulation } = {
    answer: null,
    simulation: undefined as never,
  };
  const keeping = new OfflinePlayback({
    store,
    ownWallMs: () => world.simulation.wall,
    random: () => 0,
    async fetch(id) {
      fetches.push(id);
      const found = stored.get(id);
      return world.answer?.(id) ?? (found ? { kind: 'bytes', bytes: found.bytes } : { kind: 'gone' });
    },
  });
  const simulation = new Simulation(fault, keeping);
  simulation.now = startUs;
  world.simulation = simulation;
  await keeping.start(simulation.session);
  const sentOf = <T>(type: string) => simulation.sent.filter((one) => one.type === type) as T[];

  return {
    simulation,
    keeping,
    store,
    stored,
    fetches,
    world,
    /** Lets time pass, and what is asynchronous happen. */
    async run(seconds: number) {
      for (let left = seconds; left > 1e-6; left -= 0.1) {
        simulation.run(Math.min(left, 0.1));
        if (sentOf('keep.want').length > 0 && simulation.session.phase === 'welcomed') {
          simulation.sent.splice(
            0,
            simulation.sent.length,
            ...simulation.sent.filter((m) => m.type !== 'keep.want'),
          );
          simulation.send({ type: 'keep.ticket', ticket: 't', expires_s: 600 });
        }
        await new Promise(setImmediate);
      }
    },
    manifest(programmes: Programme[], more: Partial<OfflineManifest> = {}) {
      for (const one of programmes) stored.set(one.id, one);
      simulation.send({
        type: 'keep.manifest',
        revision: String(Math.random()),
        items: programmes.map(({ id, bytes }) => ({ id, bytes: bytes.length, name: id.slice(0, 4) })),
        programmes: [],
        runs: [],
        until_s: 2e9,
        ...more,
      });
    },
    state: () => sentOf<OfflineState>('keep.state').at(-1),
    played: () => sentOf<{ records: PlayedRecord[] }>('keep.played').at(-1)?.records,
    title: () => simulation.session.streams.current(simulation.session.mediaUs)?.title,
  };
}
export type OfflineBench = Awaited<ReturnType<typeof offlineBench>>;

/** Cuts the link of a terminal, and keeps the server unreachable. */
export function cut(bench: OfflineBench): void {
  bench.simulation.up = false;
  bench.simulation.cut();
}

/** Fields of a run that plays one programme. */
export function whole(one: Programme, fields: object = {}) {
  return {
    ...{ before: [], list: [{ item: one.id, ms: one.ms }], after: [], list_ms: one.ms, length_ms: one.ms },
    ...{ task: 1, title: 'Bell', task_type: 0, priority: 50, weight: 100, volume: null },
    ...fields,
  };
}

/** A terminal that holds a message of four seconds, and an alarm of it that is open; `sent`: its sound comes, too. */
export async function withAlarm(
  message: Programme,
  {
    max_s = 1800,
    store = new MemoryStore(),
    sent = true,
  }: { max_s?: number; store?: MemoryStore; sent?: boolean } = {},
): Promise<OfflineBench> {
  const bench = await offlineBench(store);
  await bench.run(1);
  bench.manifest([message]);
  await bench.run(3);
  openAlarm(bench, message, max_s, sent);
  await bench.run(2);
  return bench;
}

/** The server opens an alarm: the message, a second of silence, and so on; its stream is 43. @returns its beginning, media time */
export function openAlarm(
  { simulation }: OfflineBench,
  message: Programme,
  max_s = 1800,
  sent = true,
): number {
  const from_us = Math.round((simulation.media + 200_000) / 1e3) * 1e3;
  const list = [
    { item: message.id, ms: message.ms },
    { item: null, ms: 1000 },
  ];
  const kept = { before: [], list, after: [], list_ms: null, began_us: from_us, max_s };
  const what = { broadcast: 43, title: 'Fire', task_type: 3, priority: 90, over: null, volume: 100 };
  simulation.send({ type: 'stream.open', stream: 43, from_us, ...what, kept });
  if (sent) simulation.sendProgramme(43, from_us, from_us + 4_000_000);
  return from_us;
}

/** The longest silence while time passes, s. */
export async function silenceIn(bench: OfflineBench, seconds: number): Promise<number> {
  let [quiet, longest] = [0, 0];
  bench.simulation.listen = (samples) => {
    quiet = samples.some((x) => Math.abs(x) > 0.05) ? 0 : quiet + samples.length / 48_000;
    longest = Math.max(longest, quiet);
  };
  await bench.run(seconds);
  return longest;
}
