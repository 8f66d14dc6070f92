import * as settings from '../../platform/config/setting.repository.ts';
import type { Db } from '../../platform/db/client.ts';
import { outsideRequest } from '../../platform/db/requestWrites.ts';
import type { Devices } from '../terminals/devicesApi.ts';
import type { Directory } from '../terminals/directory.ts';
import type { TerminalGateway } from '../terminals/gateway/terminals.types.ts';
import * as repository from './online.repository.ts';

/** Collection time of one write, ms: a whole site that reconnects after a restart causes a few statements. */
const GATHER_MS = 500;
const RETRY_MS = 2_000;
/**
 * Interval of storing that the server is alive, ms: after a crash, open connections end at that time, not at
 * the next start.
 */
const ALIVE_MS = 30_000;
const ALIVE_KEY = 'online_alive_at';

type Event = { kind: 'on'; row: repository.Connected } | { kind: 'off'; terminal_id: number; at: number };

export interface OnlineLog {
  /** Writes pending events now. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Creates the run log: stores connections and losses of adopted terminals, in batches, in the order of
 * events.
 */
export async function createOnlineLog(deps: {
  db: Db;
  log: { error(details: object, message: string): void };
  /** True when the rows come from a snapshot, and nothing can be written. */
  isAway: boolean;
  /** Called on each failed write. */
  retried: () => void;
  terminals: { gateway: TerminalGateway; directory: Directory; devices: Devices };
}): Promise<OnlineLog> {
  const { db, log, terminals } = deps;
  const seconds = () => Math.floor(Date.now() / 1000);
  let waiting: Event[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  const alive = await settings.get(db, ALIVE_KEY);
  if (!deps.isAway) await repository.endAll(db, typeof alive === 'number' ? alive : seconds());

  async function write(events: readonly Event[]): Promise<void> {
    // A terminal may disconnect and reconnect within one batch: the batch is split into runs without
    // reconnections.
    await db.transaction(async (tx) => {
      for (const run of runs(events)) {
        if (run.on.length > 0) await repository.insert(tx, run.on);
        if (run.off.length > 0) await repository.end(tx, run.off);
      }
    });
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const events = waiting;
      waiting = [];
      if (events.length === 0) return;
      try {
        await write(events);
      } catch (error) {
        deps.retried();
        log.error({ err: error }, 'the run log could not be written; it is tried again');
        waiting = [...events, ...waiting];
        timer ??= setTimeout(flush, RETRY_MS).unref();
      }
    });
    return writing;
  }

  function add(event: Event): void {
    waiting.push(event);
    timer ??= setTimeout(() => outsideRequest(flush), GATHER_MS).unref();
  }

  const stop = terminals.gateway.subscribe({
    online(link) {
      const row = terminals.directory.byId(link.terminalId)?.row;
      if (row === undefined) return;
      add({
        kind: 'on',
        row: {
          terminal_id: link.terminalId,
          code: row.code,
          name: row.dev_name2 || row.name,
          org: link.org,
          online_role: row.role,
          peer_addr: link.address,
          login_at: seconds(),
        },
      });
    },
    offline: (terminal_id) => add({ kind: 'off', terminal_id, at: seconds() }),
    removed: (terminal_id) => add({ kind: 'off', terminal_id, at: seconds() }),
  });
  const note = () => settings.put(db, ALIVE_KEY, seconds()).catch(() => {});
  const beat = setInterval(note, ALIVE_MS).unref();
  await note();

  return {
    flush,
    async close() {
      stop();
      clearInterval(beat);
      await flush();
      clearTimeout(timer);
      await repository.endAll(db, seconds()).catch(() => {});
    },
  };
}

/**
 * Splits events into runs in which no terminal reconnects: within one, beginnings can be written before ends.
 */
function runs(events: readonly Event[]) {
  type Run = { on: repository.Connected[]; off: { terminal_id: number; at: number }[]; ended: Set<number> };
  const made: Run[] = [];
  for (const event of events) {
    const id = event.kind === 'on' ? event.row.terminal_id : event.terminal_id;
    let run = made.at(-1);
    if (run === undefined || (event.kind === 'on' && run.ended.has(id))) {
      run = { on: [], off: [], ended: new Set() };
      made.push(run);
    }
    if (event.kind === 'on') run.on.push(event.row);
    else {
      run.off.push({ terminal_id: id, at: event.at });
      run.ended.add(id);
    }
  }
  return made;
}
