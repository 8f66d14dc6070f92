import type { Fault, FaultKind } from '../../contract/entities/fault.ts';
import type { Db } from '../db/client.ts';
import { type Damped, Damper, type Damping } from './damper.ts';
import * as repository from './fault.repository.ts';
import { type FaultTopics, faultKey, type MarkListener, OpenFaults } from './openFaults.ts';
import { ParamPace } from './paramPace.ts';
import { ENDED_S, restoreDamper } from './restore.ts';
import { createWriter, isSame, specOf } from './writer.ts';

const LOOK_MS = 1_000;

export interface NewFault {
  kind: FaultKind;
  /** What it is about: one fault is open per kind and subject. */
  subject: string;
  terminal_id?: number | null;
  /** Zone by whose rights it is seen; null: by everybody with the key. */
  org?: number | null;
  params?: Record<string, string | number>;
}

/**
 * The faults of the site: `new → acknowledged → resolved`. Code says what is wrong now, as often as it likes; what is
 * stored follows in the background, in batches, so that a whole site that goes dark is a few statements. Open faults are
 * in memory and on the live topic `fault`. One that comes and goes is damped: it stays open, as chattering, until it has
 * been away for the off-delay (`damper.ts`).
 */
export interface Faults {
  /** Something is wrong. Said again, it changes nothing but parameters (at a bounded pace, `paramPace.ts`) and zone. */
  open(fault: NewFault): void;
  /** It is no longer; unknown ones are ignored. */
  resolve(kind: FaultKind, subject: string): void;
  /** What it was about is no more (removed, ended, no longer used): resolved at once, also when it chatters. */
  drop(kind: FaultKind, subject: string): void;
  allOpen(): Fault[];
  openOf(terminalId: number): Fault[];
  /** The terminal lies in another zone, and so do its faults. */
  terminalMoved(terminalId: number, org: number | null): void;
  /** The terminal was removed, and its faults with it. */
  terminalRemoved(terminalId: number): void;
  /** Rows that were changed elsewhere (acknowledged), after the commit. */
  changed(rows: readonly Fault[]): void;
  /** Hears of the worst open fault of each terminal, now and whenever it changes. */
  onTerminal(listener: MarkListener): () => void;
  /** Resolves what has been away for the off-delay; called every second. */
  look(): void;
  /** Resolves once everything said so far is stored. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The part of `Faults` that who watches for something needs. */
export type FaultSink = Pick<Faults, 'open' | 'resolve' | 'drop' | 'allOpen'>;

export interface FaultClock {
  /** Epoch ms. */
  wall(): number;
  /** Monotonic ms. */
  mono(): number;
}
const realClock: FaultClock = { wall: Date.now, mono: () => performance.now() };

export async function createFaults(deps: {
  db: Db;
  topics: FaultTopics;
  log: { error(details: object, message: string): void };
  /** Called each time that the database refuses some. */
  retried?: () => void;
  /** Network of a terminal; empty: not known. */
  subnetOf?: (terminalId: number) => string;
  damping?: Damping | undefined;
  clock?: FaultClock | undefined;
}): Promise<Faults> {
  const { db, clock = realClock } = deps;
  const held = new OpenFaults(deps.topics, await repository.open(db));
  const ended = await repository.endedWithin(db, ENDED_S);
  for (const row of ended) held.showEnded(row);
  const damper = new Damper(deps.damping);
  restoreDamper(damper, [...held.all(), ...ended], clock);
  const pace = new ParamPace();
  const writer = createWriter({ ...deps, held });

  const seconds = () => Math.floor(clock.wall() / 1000);
  /** What is wished for last, stored or not yet. */
  function standing(key: string): repository.FaultSpec | undefined {
    const wished = writer.wished(key);
    return wished === undefined ? held.get(key) : (wished ?? undefined);
  }
  function wish(key: string, spec: repository.FaultSpec): void {
    const was = standing(key);
    if (was === undefined || !isSame(was, spec)) writer.wish(key, spec);
  }
  function damped(key: string, { chatter, isCleared }: Damped) {
    return { chatter, cleared_at: isCleared ? (standing(key)?.cleared_at ?? seconds()) : null };
  }
  function end(key: string): void {
    pace.forget(key);
    if (standing(key) !== undefined) writer.wish(key, null);
  }
  function look(): void {
    for (const key of damper.due(clock.mono())) end(key);
    for (const [key, params] of pace.due(clock.mono())) {
      const was = standing(key);
      if (was !== undefined) wish(key, { ...specOf(was), params });
    }
    held.forgetEnded(seconds() - ENDED_S);
  }
  const timer = setInterval(look, LOOK_MS);
  timer.unref();

  return {
    open({ kind, subject, terminal_id = null, org = null, params: said = {} }) {
      const key = faultKey(kind, subject);
      const was = standing(key);
      const params = was === undefined ? said : pace.said(key, was.params, said, clock.mono());
      const state = damped(key, damper.began(key, clock.mono()));
      const subnet = terminal_id === null ? '' : (deps.subnetOf?.(terminal_id) ?? '');
      wish(key, { kind, subject, terminal_id, org, params, ...state, subnet });
    },
    resolve(kind, subject) {
      const key = faultKey(kind, subject);
      const state = damper.ended(key, clock.mono());
      const was = standing(key);
      if (was === undefined) return;
      if (state === undefined) end(key);
      else wish(key, { ...specOf(was), params: pace.kept(key) ?? was.params, ...damped(key, state) });
    },
    drop(kind, subject) {
      const key = faultKey(kind, subject);
      damper.forget(key);
      end(key);
    },
    allOpen: () => held.all(),
    openOf: (id) => held.ofTerminal(id),
    terminalMoved(id, org) {
      for (const row of held.ofTerminal(id)) {
        const key = faultKey(row.kind, row.subject);
        const was = standing(key);
        if (was !== undefined) wish(key, { ...specOf(was), org });
      }
    },
    terminalRemoved(id) {
      for (const row of held.ofTerminal(id)) {
        const key = faultKey(row.kind, row.subject);
        damper.forget(key);
        pace.forget(key);
      }
      writer.forgetTerminal(id);
    },
    changed(rows) {
      for (const row of rows) held.take(row);
    },
    onTerminal: (listener) => held.onMark(listener),
    look,
    settled: () => writer.settled(),
    close() {
      clearInterval(timer);
      return writer.close();
    },
  };
}
