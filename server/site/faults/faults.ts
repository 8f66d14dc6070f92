import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { FaultKind } from '../../../contract/fieldCodes.ts';
import type { Db } from '../../platform/db/client.ts';
import { type Damped, Damper, type Damping } from './damper.ts';
import * as repository from './fault.repository.ts';
import { type FaultClock, realClock } from './faultClock.ts';
import { createFaultWriter, isSame, specOf } from './faultWriter.ts';
import { type FaultTopics, faultKey, type MarkListener, OpenFaults } from './openFaults.ts';
import { ParamPace } from './paramPace.ts';
import { ENDED_S, restoreDamper } from './restoreDamper.ts';

const LOOK_MS = 1_000;

export interface NewFault {
  kind: FaultKind;
  /** Subject of the fault: one fault is open per kind and subject. */
  subject: string;
  terminal_id?: number | null;
  /** Zone that decides who sees it; null: all with the permission. */
  org?: number | null;
  params?: Record<string, string | number>;
}

/**
 * Faults of the site: `new → acknowledged → resolved`. Callers report the present condition as often as they
 * like; it is stored in the background in batches, so that a power loss of the whole site is a few
 * statements. Open faults are in memory and on the live topic `fault`. A fault that comes and goes is damped:
 * it stays open, as chattering, until its condition has been gone for the off-delay (`damper.ts`).
 */
export interface Faults {
  /**
   * Reports a fault as present. Repeated, it only updates parameters (at a limited rate, `paramPace.ts`) and
   * zone.
   */
  open(fault: NewFault): void;
  /** Reports a fault as gone; unknown ones are ignored. */
  resolve(kind: FaultKind, subject: string): void;
  /**
   * Resolves a fault whose subject no longer exists (removed, ended, unused) at once, even if it chatters.
   */
  drop(kind: FaultKind, subject: string): void;
  /** Reads open and recently resolved faults again. */
  load(): Promise<void>;
  allOpen(): Fault[];
  openOf(terminalId: number): Fault[];
  /** Moves the faults of a terminal to its new zone. */
  terminalMoved(terminalId: number, org: number | null): void;
  /** Forgets the faults of a removed terminal. */
  terminalRemoved(terminalId: number): void;
  /** Takes in rows that were changed elsewhere (acknowledged), after the commit. */
  changed(rows: readonly Fault[]): void;
  /** Calls back with the worst open fault of each terminal, now and after each change. */
  onTerminal(listener: MarkListener): () => void;
  /** Resolves faults whose off-delay is over; called every second. */
  look(): void;
  /** Resolves once everything reported so far is stored. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/** The part of `Faults` that watches need. */
export type FaultSink = Pick<Faults, 'open' | 'resolve' | 'drop' | 'allOpen'>;

export async function createFaults(deps: {
  db: Db;
  topics: FaultTopics;
  log: { error(details: object, message: string): void };
  /** Called each time the database refuses a write. */
  retried: () => void;
  /** Subnet of a terminal; empty: unknown. */
  subnetOf: (terminalId: number) => string;
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
  const writer = createFaultWriter({ ...deps, held });

  const seconds = () => Math.floor(clock.wall() / 1000);
  /** The fault as last requested, stored or not. */
  function standing(key: string): repository.FaultSpec | undefined {
    const requested = writer.requested(key);
    return requested === undefined ? held.get(key) : (requested ?? undefined);
  }
  function request(key: string, spec: repository.FaultSpec): void {
    const was = standing(key);
    if (was === undefined || !isSame(was, spec)) writer.request(key, spec);
  }
  function damped(key: string, { chatter, isCleared }: Damped) {
    return { chatter, cleared_at: isCleared ? (standing(key)?.cleared_at ?? seconds()) : null };
  }
  function end(key: string): void {
    pace.forget(key);
    if (standing(key) !== undefined) writer.request(key, null);
  }
  function look(): void {
    for (const key of damper.due(clock.mono())) end(key);
    for (const [key, params] of pace.due(clock.mono())) {
      const was = standing(key);
      if (was !== undefined) request(key, { ...specOf(was), params });
    }
    held.forgetEnded(seconds() - ENDED_S);
  }
  const timer = setInterval(look, LOOK_MS);
  timer.unref();

  async function load(): Promise<void> {
    const rows = await repository.open(db);
    const open = new Set(rows.map(({ id }) => id));
    const gone = held.all().filter(({ id }) => !open.has(id));
    const stored = new Map(
      (
        await repository.byIds(
          db,
          gone.map(({ id }) => id),
        )
      ).map((row) => [row.id, row]),
    );
    for (const row of gone) held.take(stored.get(row.id) ?? { ...row, state: 'resolved', rev: row.rev + 1 });
    for (const row of rows) held.take(row);
    for (const row of await repository.endedWithin(db, ENDED_S)) held.showEnded(row);
  }

  return {
    load,
    open({ kind, subject, terminal_id = null, org = null, params: given = {} }) {
      const key = faultKey(kind, subject);
      const was = standing(key);
      const params = was === undefined ? given : pace.update(key, was.params, given, clock.mono());
      const state = damped(key, damper.began(key, clock.mono()));
      const subnet = terminal_id === null ? '' : deps.subnetOf(terminal_id);
      request(key, { kind, subject, terminal_id, org, params, ...state, subnet });
    },
    resolve(kind, subject) {
      const key = faultKey(kind, subject);
      const state = damper.ended(key, clock.mono());
      const was = standing(key);
      if (was === undefined) return;
      if (state === undefined) end(key);
      else request(key, { ...specOf(was), params: pace.kept(key) ?? was.params, ...damped(key, state) });
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
        if (was !== undefined) request(key, { ...specOf(was), org });
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
