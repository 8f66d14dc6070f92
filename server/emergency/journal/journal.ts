import type { StoredProof } from '../../broadcast/proofs.repository.ts';
import type { Db, Tx } from '../../db/client.ts';
import type { Audit, AuditEntry } from '../../system/audit.ts';
import * as settings from '../../system/setting.repository.ts';
import type { Doer } from '../machine/ports.ts';
import type { AlarmRow, NewAir, NewEvent } from './alarm.repository.ts';
import * as repository from './alarm.repository.ts';

/** The setting that keeps which inputs were active when last heard of, by terminal. */
const INPUTS_KEY = 'alarm_inputs';
const RETRY_MS = 500;

/** What of an alarm is to be stored. */
interface Part {
  row: AlarmRow | null;
  events: NewEvent[];
  air: NewAir[];
  joined: { broadcast: number; terminals: number[] }[];
  proofs: Map<number, StoredProof[]>;
  audit: { doer: Doer; entry: AuditEntry }[];
  waiting: (() => void)[];
}
const nothing = (): Part => ({
  row: null,
  events: [],
  air: [],
  joined: [],
  proofs: new Map(),
  audit: [],
  waiting: [],
});

/** Active inputs by terminal. */
export type StoredInputs = Record<string, number[]>;

/**
 * Stores what alarms do, beside what they do: nothing waits for it. What the database refuses stays here and is tried
 * again until it is stored; one alarm that cannot be stored does not hold up another.
 */
export interface Journal {
  /** The alarm as it is now (it is copied), with what has happened since. */
  note(row: AlarmRow, what?: Partial<Pick<Part, 'events' | 'air' | 'joined' | 'audit'>>): void;
  proofs(alarm: number, broadcast: number, proofs: readonly StoredProof[]): void;
  inputs(active: StoredInputs): void;
  /** Resolves when all that was noted of an alarm so far is stored. */
  stored(alarm: number): Promise<void>;
  /** Resolves when everything is stored, or could not be once more. */
  close(): Promise<void>;
}

export async function storedInputs(db: Db): Promise<StoredInputs> {
  return ((await settings.get(db, INPUTS_KEY)) ?? {}) as StoredInputs;
}

export function createJournal(deps: {
  db: Db;
  audit: Audit;
  log: { error(details: object, message: string): void };
}): Journal {
  const { db, audit, log } = deps;
  let pending = new Map<number, Part>();
  let inputs: StoredInputs | null = null;
  let writing: Promise<void> | null = null;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  function part(id: number): Part {
    let found = pending.get(id);
    if (found === undefined) {
      found = nothing();
      pending.set(id, found);
      soon();
    }
    return found;
  }

  async function store(tx: Tx, id: number, { row, events, air, joined, proofs, audit: entries }: Part) {
    if (row !== null) await repository.saveAlarm(tx, row);
    await repository.insertEvents(tx, id, events);
    for (const one of air) await repository.insertAir(tx, one);
    for (const { broadcast, terminals } of joined) await repository.insertJoined(tx, broadcast, terminals);
    for (const [broadcast, some] of proofs) await repository.saveProofs(tx, broadcast, some);
    for (const { doer, entry } of entries) await audit.record(tx, doer, entry);
  }

  /** Puts back what could not be stored, before what came since. */
  function putBack(id: number, old: Part): void {
    const newer = pending.get(id) ?? nothing();
    const proofs = new Map(old.proofs);
    for (const [broadcast, some] of newer.proofs)
      proofs.set(broadcast, [...(proofs.get(broadcast) ?? []), ...some]);
    pending.set(id, {
      row: newer.row ?? old.row,
      events: [...old.events, ...newer.events],
      air: [...old.air, ...newer.air],
      joined: [...old.joined, ...newer.joined],
      proofs,
      audit: [...old.audit, ...newer.audit],
      waiting: [...old.waiting, ...newer.waiting],
    });
  }

  async function write(): Promise<void> {
    // An older alarm of a plan must be over before a newer one begins.
    const batch = [...pending].sort(([a], [b]) => a - b);
    const known = inputs;
    pending = new Map();
    inputs = null;
    const put = (tx: Tx) => (known === null ? Promise.resolve() : settings.put(tx, INPUTS_KEY, known));
    try {
      await db.transaction(async (tx) => {
        for (const [id, one] of batch) await store(tx, id, one);
        await put(tx);
      });
      for (const [, { waiting }] of batch) for (const done of waiting) done();
      return;
    } catch (error) {
      log.error({ err: error }, 'alarms could not be stored; it is tried again');
    }
    let failed = false;
    for (const [id, one] of batch) {
      try {
        await db.transaction((tx) => store(tx, id, one));
        for (const done of one.waiting) done();
      } catch {
        failed = true;
        putBack(id, one);
      }
    }
    // Inputs last: what they started is stored before they count as heard of.
    if (known !== null && !failed)
      await db.transaction(put).catch(() => {
        failed = true;
      });
    if (failed) inputs ??= known;
    if (failed && !closed) retry = setTimeout(again, RETRY_MS);
  }
  function again(): void {
    retry = undefined;
    start();
  }
  function start(): void {
    if (writing !== null || retry !== undefined || (pending.size === 0 && inputs === null)) return;
    writing = write().finally(() => {
      writing = null;
      if (!closed) start();
    });
  }
  /** Not at once: what happens in one go becomes one transaction. */
  function soon(): void {
    if (!closed) setImmediate(start);
  }

  return {
    note(row, { events = [], air = [], joined = [], audit: entries = [] } = {}) {
      const own = part(row.id);
      own.row = { ...row };
      own.events.push(...events);
      own.air.push(...air);
      own.joined.push(...joined);
      own.audit.push(...entries);
    },
    proofs(alarm, broadcast, proofs) {
      const own = part(alarm);
      own.proofs.set(broadcast, [...(own.proofs.get(broadcast) ?? []), ...proofs]);
    },
    inputs(active) {
      inputs = active;
      soon();
    },
    async stored(alarm) {
      await writing;
      if (pending.has(alarm)) await new Promise<void>((resolve) => part(alarm).waiting.push(resolve));
    },
    async close() {
      clearTimeout(retry);
      retry = undefined;
      await writing;
      closed = true;
      clearTimeout(retry);
      if (pending.size > 0 || inputs !== null) await write();
    },
  };
}
