import type { AuditEntry } from '../../platform/audit/audit.ts';
import type { FailedAttempt, Tried } from '../../platform/auth/attempts.ts';
import { networkOf } from '../../platform/http/address.ts';

const MINUTE_MS = 60_000;
/** An entry is written when nothing failed there for this time, or this time after its first failure, ms. */
const QUIET_MS = MINUTE_MS;
const LONGEST_MS = 15 * MINUTE_MS;
/** Maximum number of entries in an hour with a name of their own; further failures are counted together. */
const MOST_PER_HOUR = 60;
/** Maximum number of entries that wait while the database is away. */
const MOST_WAITING = 200;
/** Maximum number of networks that are counted separately. */
const MOST_NETWORKS = 1_000;

/** Failures at one account, station or zone, to become one entry. */
interface Bunch {
  tried: Tried;
  first: number;
  last: number;
  failures: number;
  networks: Set<string>;
}

/**
 * Collects wrong passwords into few entries of the audit log, however many strangers try: one per account, call station
 * or zone and at most a quarter of an hour, and one for all names that do not exist. Entries that cannot be stored
 * are kept and tried again.
 */
export interface FailedLogins {
  failed(attempt: FailedAttempt): void;
  /** Stores what is due; called every few seconds. */
  look(): Promise<void>;
  /** Stores the rest. */
  close(): Promise<void>;
}

export function createFailedLogins(deps: {
  record(entries: readonly AuditEntry[]): Promise<void>;
  log: { error(details: object, message: string): void };
  /** Epoch ms. */
  now(): number;
}): FailedLogins {
  const waiting = new Map<string, Bunch>();
  let hour = 0;
  let named = 0;
  let writing: Promise<void> = Promise.resolve();
  const keyOf = ({ entity, id }: Pick<Tried, 'entity' | 'id'>) => `${entity} ${id}`;
  const unnamed = (tried: Tried): Tried => ({ ...tried, id: null, code: '' });

  /** Names its own subject while there are few. */
  function subjectOf(tried: Tried): Tried {
    if (tried.id === null || waiting.has(keyOf(tried))) return tried;
    const present = Math.floor(deps.now() / (60 * MINUTE_MS));
    if (present !== hour) [hour, named] = [present, 0];
    if (named >= MOST_PER_HOUR || waiting.size >= MOST_WAITING) return unnamed(tried);
    named++;
    return tried;
  }

  function add(bunch: Bunch): void {
    const key = keyOf(bunch.tried);
    const before = waiting.get(key);
    if (before === undefined) return void waiting.set(key, bunch);
    before.first = Math.min(before.first, bunch.first);
    before.last = Math.max(before.last, bunch.last);
    before.failures += bunch.failures;
    for (const network of bunch.networks)
      if (before.networks.size < MOST_NETWORKS) before.networks.add(network);
  }

  async function store(isDue: (bunch: Bunch) => boolean): Promise<void> {
    const due = [...waiting.values()].filter(isDue);
    if (due.length === 0) return;
    for (const { tried } of due) waiting.delete(keyOf(tried));
    try {
      await deps.record(due.map(entryOf));
    } catch (err) {
      for (const bunch of due) add(bunch);
      deps.log.error({ err }, 'wrong passwords could not be logged; it is tried again');
    }
  }
  function oneByOne(isDue: (bunch: Bunch) => boolean): Promise<void> {
    writing = writing.then(() => store(isDue));
    return writing;
  }

  return {
    failed({ tried }) {
      if (tried === null) return;
      const now = deps.now();
      const networks = new Set([networkOf(tried.address)]);
      add({ tried: subjectOf(tried), first: now, last: now, failures: 1, networks });
    },
    look: () =>
      oneByOne(({ first, last }) => deps.now() - last >= QUIET_MS || deps.now() - first >= LONGEST_MS),
    close: () => oneByOne(() => true),
  };
}

function entryOf({ tried: { entity, id, code, address }, first, failures, networks }: Bunch): AuditEntry {
  const after = { ...(code === '' ? {} : { code }), failures, networks: networks.size };
  return { action: 'login_failed', entity, entity_id: id, ip: address, at: first, after };
}
