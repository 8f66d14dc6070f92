import { isDeepStrictEqual } from 'node:util';
import type { Db } from '../../platform/db/client.ts';
import { outsideRequest } from '../../platform/db/requestWrites.ts';
import { afterReading } from '../../platform/process/afterReading.ts';
import * as repository from './fault.repository.ts';
import type { OpenFaults } from './openFaults.ts';
import { SHOW_UNSTORED_MS, UnstoredFaults } from './unstored.ts';

const RETRY_MS = 2_000;

/** Requested state by key: a fault, or null for none. */
type FaultRequests = Map<string, repository.FaultSpec | null>;

export function specOf(spec: repository.FaultSpec): repository.FaultSpec {
  const { kind, subject, terminal_id, org, params, chatter, cleared_at, subnet } = spec;
  return { kind, subject, terminal_id, org, params, chatter, cleared_at, subnet };
}

/** Tells if storing would change nothing. The subnet stays that of the beginning. */
export function isSame(was: repository.FaultSpec, spec: repository.FaultSpec): boolean {
  return isDeepStrictEqual(specOf({ ...was, subnet: '' }), specOf({ ...spec, subnet: '' }));
}

/** Stores the requested faults in the background, in batches; the last request for a key counts. */
export function createFaultWriter(deps: {
  db: Db;
  held: OpenFaults;
  topics: { open: ConstructorParameters<typeof UnstoredFaults>[0] };
  log: { error(details: object, message: string): void };
  /** Called each time the database refuses a write. */
  retried: () => void;
}) {
  const { db, held } = deps;
  let requests: FaultRequests = new Map();
  /** Keys of requested faults, by terminal. */
  const keysOf = new Map<number, Set<string>>();
  /** The batch that is being stored. */
  let batch: FaultRequests = new Map();
  let writing: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;
  const unstored = new UnstoredFaults(deps.topics.open);
  /** True after the database refused a batch or let it wait. */
  let isAway = false;

  /**
   * Shows a fault of the site unstored while the database is away, if it has no row yet. Faults of terminals
   * are left out: they can be thousands, and terminals show their own state.
   */
  function show(key: string, spec: repository.FaultSpec | null): void {
    if (spec === null) unstored.hide(key);
    else if (spec.terminal_id === null && held.get(key) === undefined) unstored.show(key, spec);
  }
  function away(): void {
    isAway = true;
    for (const [key, spec] of [...batch, ...requests]) show(key, spec);
  }

  function put(key: string, spec: repository.FaultSpec | null): void {
    requests.set(key, spec);
    const id = spec?.terminal_id;
    if (id === undefined || id === null) return;
    const keys = keysOf.get(id);
    if (keys === undefined) keysOf.set(id, new Set([key]));
    else keys.add(key);
  }

  async function store(): Promise<void> {
    const specs: repository.FaultSpec[] = [];
    const ended: number[] = [];
    for (const [key, spec] of batch) {
      const row = held.get(key);
      if (spec === null) ended.push(...(row === undefined ? [] : [row.id]));
      else if (row === undefined || !isSame(row, spec)) specs.push(spec);
    }
    const opened = specs.length === 0 ? [] : await repository.openMany(db, specs);
    if (ended.length > 0) await repository.resolveMany(db, ended);
    const touched = [...opened, ...ended];
    if (touched.length > 0) for (const row of await repository.byIds(db, touched)) held.take(row);
  }

  function write(): void {
    if (writing !== undefined || retry !== undefined || requests.size === 0) return;
    batch = requests;
    requests = new Map();
    keysOf.clear();
    const stored = afterReading(SHOW_UNSTORED_MS, away);
    writing = store()
      .then(() => {
        isAway = false;
        for (const key of batch.keys()) unstored.hide(key);
      })
      .catch((error) => {
        deps.retried();
        deps.log.error({ err: error }, 'faults could not be stored; it is tried again');
        for (const [key, spec] of batch) if (!requests.has(key)) put(key, spec);
        away();
        retry = setTimeout(() => {
          retry = undefined;
          write();
        }, RETRY_MS);
      })
      .finally(() => {
        stored();
        batch = new Map();
        writing = undefined;
        write();
      });
  }

  return {
    /** Requested state that is not stored yet; null: no fault; undefined: no request. */
    requested(key: string): repository.FaultSpec | null | undefined {
      return requests.has(key) ? requests.get(key) : batch.get(key);
    },
    request(key: string, spec: repository.FaultSpec | null): void {
      if (closed) return;
      put(key, spec);
      if (isAway) show(key, spec);
      // Deferred: requests made in one turn of the event loop become one statement.
      if (requests.size === 1) setImmediate(() => outsideRequest(write));
    },
    /** Stores nothing more about a removed terminal. */
    forgetTerminal(id: number): void {
      for (const key of keysOf.get(id) ?? []) if (requests.get(key)?.terminal_id === id) requests.delete(key);
      keysOf.delete(id);
      held.dropTerminal(id);
      // A batch being written may put one back into memory.
      void writing?.then(() => held.dropTerminal(id));
    },
    async settled(): Promise<void> {
      while (requests.size > 0 || writing !== undefined) {
        write();
        await (writing ?? new Promise((resolve) => setTimeout(resolve, 10)));
      }
    },
    async close(): Promise<void> {
      closed = true;
      clearTimeout(retry);
      retry = undefined;
      write();
      await writing;
      clearTimeout(retry);
    },
  };
}
