import { defaultTaskWeights } from '../../../contract/constants.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import { PACKET_US, PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { type Report, report, type ToTerminal } from '../../../contract/protocol/terminal.ts';
import type { BroadcastRow } from '../../../server/air/broadcast/broadcast.table.ts';
import { createEngine } from '../../../server/air/engine/broadcast.engine.ts';
import type { BroadcastStore } from '../../../server/air/engine/broadcast.ports.ts';
import type { Engine } from '../../../server/air/engine/engineApi.ts';
import type { DeliveryProof } from '../../../server/air/engine/state/target.ts';
import { readReason } from '../../../server/air/engine/storedReason.ts';
import type { MediaClock } from '../../../server/platform/clock/mediaClock.ts';
import type { Mute, Playing } from '../../../server/site/terminals/gateway/playingState.ts';
import type { TerminalEvents, TerminalLink } from '../../../server/site/terminals/gateway/terminals.types.ts';
import { Uplinks } from '../../../server/site/terminals/gateway/uplinks.ts';
import type { BroadcastItem } from '../../../server/sound/source/broadcastItem.ts';
import { timelineOf } from '../../../server/sound/source/listTimeline.ts';
import type { LiveFeed } from '../../../server/sound/source/liveFeed.ts';
import type { OpenProgramme } from '../../../server/sound/source/programmeReader.ts';
import type { OpenSource } from '../../../server/sound/source/source.ts';

/** Sound during one packet: its programme, and the packet number in it (−1: silence between items). */
export interface Heard {
  stream: number;
  path: string;
  packet: number;
}

/** Clock that only the test moves. Wall time runs with it, also through restarts of the server. */
export class TestTime {
  ms = 1_800_000_000_000;
  clock(): MediaClock {
    const start = this.ms;
    const now = () => Math.round((this.ms - start) * 1000) + 1_000_000;
    return {
      epoch: String(start),
      now,
      fromWall: (ms) => now() + Math.round((ms - this.ms) * 1000),
      toWall: (us) => this.ms + (us - now()) / 1000,
    };
  }
}

/** Terminal by protocol, without audio: plays every packet at its time. */
export class FakeTerminal implements TerminalLink {
  readonly terminalId: number;
  readonly org = 1;
  readonly address = '127.0.0.1';
  readonly droppedFrames = 0;
  readonly language = 'en';
  readonly uplinks = new Uplinks();
  report: Report | null = null;
  bufferedBytes = 0;
  /** Age of the last report, set by the test. */
  reportAgeMs = 0;
  messages: ToTerminal[] = [];
  frames: Uint8Array[] = [];
  /** Latest media time received, and number of late packets. */
  ahead_us = 0;
  late = 0;
  readonly #now: () => number;
  readonly #packets = new Map<number, Map<number, Uint8Array>>();
  readonly #until = new Map<number, number>();

  constructor(terminalId: number, now: () => number) {
    this.terminalId = terminalId;
    this.#now = now;
  }

  send(message: ToTerminal): void {
    this.messages.push(message);
    if (message.type === 'stream.open') {
      this.#packets.set(message.stream, new Map());
      this.#until.delete(message.stream);
    } else if (message.type === 'stream.close') {
      this.#until.set(message.stream, message.at_us);
    } else if (message.type === 'stream.flush') {
      const packets = this.#packets.get(message.stream);
      for (const at of [...(packets?.keys() ?? [])]) if (at >= message.from_us) packets?.delete(at);
    }
  }

  together(send: () => void): void {
    send();
  }

  sendAudio(bytes: Uint8Array): void {
    const frame = decodeAudioFrame(bytes);
    if (!frame) throw new Error('not an audio frame');
    this.frames.push(bytes);
    for (const [i, packet] of frame.packets.entries()) {
      const at = frame.at_us + i * PACKET_US;
      if (at < this.#now()) this.late++;
      else this.#packets.get(frame.stream)?.set(at, packet);
      this.ahead_us = Math.max(this.ahead_us, at);
    }
  }

  /** All sounds at a media time (more than one is an error). */
  heard(us: number): Heard[] {
    const found: Heard[] = [];
    for (const [stream, packets] of this.#packets) {
      if (us >= (this.#until.get(stream) ?? Number.POSITIVE_INFINITY)) continue;
      for (const [at, packet] of packets) {
        if (us >= at && us < at + PACKET_US) found.push({ stream, ...packetOf(packet) });
      }
    }
    return found;
  }

  says(over: Partial<Report>): Report {
    this.report = report.parse({ type: 'report', state: 'playing', ...over });
    return this.report;
  }
}

/** Programmes in memory whose packets identify themselves. */
export function fakeProgrammes(lengths: Map<string, number>): OpenProgramme {
  return async (path) => {
    const packets = lengths.get(path);
    if (packets === undefined) throw new Error(`no such file: ${path}`);
    return {
      async read(buffer, offset, length, position) {
        const bytesRead = Math.max(0, Math.min(length, packets * PROGRAMME_PACKET_BYTES - position));
        for (let i = 0; i < bytesRead; i += PROGRAMME_PACKET_BYTES) {
          const packet = (position + i) / PROGRAMME_PACKET_BYTES;
          const text = `${path}#${packet}`.padEnd(PROGRAMME_PACKET_BYTES, ' ');
          buffer.set(new TextEncoder().encode(text), offset + i);
        }
        return { bytesRead };
      },
      close: async () => {},
    };
  };
}

function packetOf(packet: Uint8Array): Omit<Heard, 'stream'> {
  if (packet.length !== PROGRAMME_PACKET_BYTES) return { path: '', packet: -1 };
  const [path = '', number = ''] = new TextDecoder().decode(packet).split('#');
  return { path: path.replace(/^\/data\//, '').replace(/\/programme\.opk$/, ''), packet: Number(number) };
}

/** Tables that survive restarts of the engine. */
export class FakeStore implements BroadcastStore {
  readonly rows = new Map<number, BroadcastRow>();
  readonly proofs = new Map<number, Map<number, DeliveryProof>>();
  fails = false;

  async save(id: number, state: Partial<BroadcastRow>): Promise<void> {
    if (this.fails) throw new Error('the database is away');
    Object.assign(this.rows.get(id) ?? {}, structuredClone(state));
  }
  async saveProofs(id: number, proofs: readonly DeliveryProof[]): Promise<void> {
    if (this.fails) throw new Error('the database is away');
    for (const proof of proofs) this.proofs.get(id)?.set(proof.terminal_id, proof);
  }
  async running() {
    return [...this.rows.values()]
      .filter((row) => row.state !== 'ended')
      .map((row) => ({
        row: structuredClone(row),
        startedBy: 'admin',
        targets: [...(this.proofs.get(row.id)?.values() ?? [])]
          .filter((p) => !readReason(p.reason).left)
          .map((p) => ({ terminal_id: p.terminal_id, org: 1, heard: heardOf(p) })),
      }));
  }
}

const heardOf = ({ first_sound_at, played_ms, received, lost, late, gaps, missed_ms }: DeliveryProof) => ({
  first_sound_at,
  played_ms,
  received,
  lost,
  late,
  gaps,
  missed_ms,
});

export const item = (name: string, duration_ms: number): BroadcastItem => ({
  kind: 'file',
  file_id: 1,
  name,
  path: name,
  duration_ms,
});

/** Engine over a fake site; `restart` kills it and starts another over the same tables. */
export class FakeAir {
  readonly time = new TestTime();
  readonly store = new FakeStore();
  readonly lengths = new Map<string, number>();
  readonly shown = new Map<number, Playing>();
  readonly live = new Map<number, BroadcastLive>();
  /** Results of the sound check; a terminal without one is heard. */
  readonly ears = new Map<number, { audible: boolean; mute: Mute | null }>();
  readonly warnings: string[] = [];
  readonly links = new Map<number, FakeTerminal>();
  /** All terminals so far, by connection. */
  readonly terminals: FakeTerminal[] = [];
  clock = this.time.clock();
  /** Resolves when the commit of the next start is done. */
  stored: Promise<void> = Promise.resolve();
  #handlers: Partial<TerminalEvents> = {};
  #ids = 0;
  /** Voice mix setting, and the terminals that can play two broadcasts at once. */
  voiceMix: boolean;
  readonly mixers: Set<number>;
  engine: Engine;

  constructor(options: { voiceMix?: boolean; mixers?: readonly number[] } = {}) {
    this.voiceMix = options.voiceMix ?? false;
    this.mixers = new Set(options.mixers);
    this.engine = this.#create();
  }

  #create(): Engine {
    return createEngine({
      clock: this.clock,
      gateway: {
        link: (id) => this.links.get(id),
        links: () => this.links.values(),
        subscribe: (handlers) => {
          this.#handlers = handlers;
          return () => {
            this.#handlers = {};
          };
        },
      },
      store: this.store,
      journal: null,
      reopen: () => null,
      kept: () => undefined,
      record: () => null,
      decode: null,
      firstSounds: null,
      open: fakeProgrammes(this.lengths),
      dataDir: '/data',
      weights: () => defaultTaskWeights,
      voiceMix: () => this.voiceMix,
      mixes: (id) => this.mixers.has(id),
      orgOf: () => 1,
      hearing: (id) => this.ears.get(id),
      setPlaying: (id, playing) => this.shown.set(id, playing),
      live: { upsert: (row) => this.live.set(row.id, row), remove: (id) => this.live.delete(id) },
      log: {
        warn: (_details, message) => this.warnings.push(message),
        error: (_details, message) => this.warnings.push(message),
      },
    });
  }

  connect(id: number): FakeTerminal {
    const link = new FakeTerminal(id, () => this.clock.now());
    this.links.set(id, link);
    this.terminals.push(link);
    this.#handlers.online?.(link);
    return link;
  }
  disconnect(id: number): void {
    if (this.links.delete(id)) this.#handlers.offline?.(id);
  }
  removeTerminal(id: number): void {
    this.links.delete(id);
    this.#handlers.removed?.(id);
  }
  say(id: number, over: Partial<Report>): void {
    const link = this.links.get(id);
    if (link) this.#handlers.report?.(id, link.says(over));
  }

  /** Starts live sound. */
  speak(terminals: number[], feed: LiveFeed, over: Partial<BroadcastRow> = {}): Promise<number> {
    return this.start(terminals, [], { audio_source: 99, ...over }, feed.open);
  }

  /** Starts a broadcast; programmes exist with their whole length unless the test defines them. */
  async start(
    terminals: number[],
    items: BroadcastItem[],
    over: Partial<BroadcastRow> = {},
    live?: OpenSource,
    from_us?: number,
  ): Promise<number> {
    const id = ++this.#ids;
    for (const { path, duration_ms } of items) {
      const file = `/data/${path}/programme.opk`;
      if (!this.lengths.has(file)) this.lengths.set(file, Math.ceil(duration_ms / 20));
    }
    const row: BroadcastRow = {
      id,
      task_id: null,
      alarm_id: null,
      linkage_task_id: null,
      task_type: 1,
      name: `task ${id}`,
      audio_source: 0,
      priority: 50,
      volume: null,
      play_order: 0,
      loop: 0,
      interval_ms: 0,
      resume_policy: 'live',
      seed: 5,
      items,
      text_content: null,
      stream: null,
      state: 'playing',
      position_ms: 0,
      anchor_at: this.time.ms + 200,
      limit_ms: null,
      due_at: null,
      programme_ms: null,
      operator_code: '',
      device_code: '',
      capturer_code: '',
      capturer_channel: null,
      asked: null,
      gpio_code: '',
      error: null,
      started_by: 1,
      started_at: Math.floor(this.time.ms / 1000),
      started_ms: this.time.ms,
      ended_at: null,
      end_reason: null,
      rev: 1,
      ...over,
    };
    const source =
      live?.({ position: 0, items: row.items, timeline: timelineOf(row) }) ??
      (await this.engine.prepare(row));
    this.store.rows.set(id, structuredClone(row));
    const counts = { received: 0, lost: 0, late: 0, gaps: null, missed_ms: null };
    const none = { org: 1, first_sound_at: null, played_ms: 0, ...counts, reason: null };
    this.store.proofs.set(id, new Map(terminals.map((t) => [t, { terminal_id: t, ...none }])));
    const targets = terminals.map((terminal_id) => ({ terminal_id, org: 1 }));
    const start = {
      row: structuredClone(row),
      targets,
      startedBy: 'admin',
      ...(live ? { open: live } : {}),
      ...(from_us === undefined ? {} : { from_us }),
    };
    this.engine.start(start, source, this.stored);
    await settled();
    return id;
  }

  /** Reason of a target's state, with its terminal playing. */
  why(id: number, terminal: number) {
    const b = this.get(id);
    this.say(terminal, { stream: id, received: 1 });
    const target = b.targets.get(terminal);
    if (!target) throw new Error(`terminal ${terminal} is no target of ${id}`);
    return this.engine.whyOf(b, target);
  }

  get(id: number) {
    const b = this.engine.get(id);
    if (!b) throw new Error(`broadcast ${id} is not on the air`);
    return b;
  }

  /** Advances time, tick by tick. */
  async pass(ms: number, step = 50): Promise<void> {
    for (let left = ms; left > 0; left -= step) {
      this.time.ms += Math.min(step, left);
      this.engine.tick();
      await settled();
    }
  }

  /** Current sound of a terminal. */
  now(id: number): Heard[] {
    return this.links.get(id)?.heard(this.clock.now()) ?? [];
  }

  async restart(downMs: number): Promise<void> {
    this.time.ms += downMs;
    this.links.clear();
    this.live.clear();
    this.shown.clear();
    this.clock = this.time.clock();
    this.engine = this.#create();
    await this.engine.restore();
    await settled();
  }
}

/** Lets reads and writes in memory finish: they need turns of the event loop, but no time. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise(setImmediate);
}
