import { defaultTaskWeights } from '../../../contract/constants.ts';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { Report } from '../../../contract/protocol/terminal.ts';
import type { BroadcastRow } from '../../../server/air/broadcast/broadcast.table.ts';
import { createEngine } from '../../../server/air/engine/broadcast.engine.ts';
import type { Engine } from '../../../server/air/engine/engineApi.ts';
import type { Mute, Playing } from '../../../server/site/terminals/gateway/playingState.ts';
import type { TerminalEvents } from '../../../server/site/terminals/gateway/terminals.types.ts';
import type { BroadcastItem } from '../../../server/sound/source/broadcastItem.ts';
import { timelineOf } from '../../../server/sound/source/listTimeline.ts';
import type { LiveFeed } from '../../../server/sound/source/liveFeed.ts';
import type { OpenSource } from '../../../server/sound/source/source.ts';
import { FakeStore } from './fakeStore.ts';
import { FakeTerminal, fakeProgrammes, type Heard, TestTime } from './fakeTerminal.ts';

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
  /** Names of lost relays by terminal. */
  readonly lostRelays = new Map<number, string>();
  /** Results of the sound check; a terminal without one is heard. */
  readonly states = new Map<number, { audible: boolean; mute: Mute | null }>();
  readonly warnings: string[] = [];
  readonly links = new Map<number, FakeTerminal>();
  /** All terminals so far, by connection. */
  readonly terminals: FakeTerminal[] = [];
  clock = this.time.clock();
  /** False: another server may lead. */
  leadsAlone = true;
  /** Longest wait of the starts of zones for loudspeakers that are called, s, and terminals outside of zone 1. */
  readonly startWaits = new Map<number | null, number>();
  readonly zones = new Map<number, number>();
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
      leadsAlone: () => this.leadsAlone,
      firstSounds: null,
      open: fakeProgrammes(this.lengths),
      dataDir: '/data',
      weights: () => defaultTaskWeights,
      voiceMix: () => this.voiceMix,
      mixes: (id) => this.mixers.has(id),
      orgOf: () => 1,
      startWaitOf: (org) => this.startWaits.get(org) ?? 0,
      hearing: (id) => {
        const state = this.states.get(id);
        return state && { ...state, unprovenMs: 0 };
      },
      lostRelayOf: (id) => this.lostRelays.get(id) ?? null,
      setPlaying: (id, playing) => this.shown.set(id, playing),
      live: { upsert: (row) => this.live.set(row.id, row), remove: (id) => this.live.delete(id) },
      log: {
        warn: (_details, message) => this.warnings.push(message),
        error: (_details, message) => this.warnings.push(message),
      },
    });
  }

  connect(id: number, link = new FakeTerminal(id, () => this.clock.now())): FakeTerminal {
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
  report(id: number, over: Partial<Report>): void {
    const link = this.links.get(id);
    if (link) this.#handlers.report?.(id, link.setReport(over));
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
      anchor_us: null,
      anchor_epoch: null,
      limit_ms: null,
      due_at: null,
      programme_ms: null,
      operator_code: '',
      device_code: '',
      capturer_code: '',
      capturer_channel: null,
      asked: null,
      gpio_code: '',
      exam: false,
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
    const targets = terminals.map((terminal_id) => ({ terminal_id, org: this.zones.get(terminal_id) ?? 1 }));
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
  reason(id: number, terminal: number) {
    const b = this.get(id);
    this.report(terminal, { stream: id, received: 1 });
    const target = b.targets.get(terminal);
    if (!target) throw new Error(`terminal ${terminal} is no target of ${id}`);
    return this.engine.reasonOf(b, target);
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

  /** Kills the engine and starts another. @param keepsClock the media clock is continued */
  async restart(downMs: number, keepsClock = false): Promise<void> {
    this.time.ms += downMs;
    this.links.clear();
    this.live.clear();
    this.shown.clear();
    if (!keepsClock) this.clock = this.time.clock();
    this.engine = this.#create();
    await this.engine.restore();
    await settled();
  }
}

/** Lets reads and writes in memory finish: they need turns of the event loop, but no time. */
export async function settled(): Promise<void> {
  for (let i = 0; i < 4; i++) await new Promise(setImmediate);
}
