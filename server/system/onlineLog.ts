import type { Db } from '../db/client.ts';
import { outsideRequest } from '../db/requestWrites.ts';
import type { Devices } from '../terminals/devicesApi.ts';
import type { Directory } from '../terminals/directory.ts';
import type { TerminalGateway } from '../terminals/types.ts';
import * as repository from './online.repository.ts';
import * as settings from './setting.repository.ts';

/** Gathering time of one write, ms: a whole site that comes back after a restart is a few statements. */
const GATHER_MS = 500;
const RETRY_MS = 2_000;
/** How often the server notes that it lives, ms: after a crash the connections ended then, not at the next start. */
const ALIVE_MS = 30_000;
const ALIVE_KEY = 'online_alive_at';

type Event = { kind: 'on'; row: repository.Connected } | { kind: 'off'; terminal_id: number; at: number };

export interface OnlineLog {
  /** Writes what waits now; tests and the log's own reader need not wait for the batch. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The run log: writes down when each adopted terminal connects and is lost, in batches, in the order of events. */
export async function createOnlineLog(deps: {
  db: Db;
  log: { error(details: object, message: string): void };
  /** The rows are those of a snapshot, and nothing can be written. */
  isAway?: boolean;
  /** Called each time that the database refuses something. */
  retried?: () => void;
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
    // The end of a connection and the next one of the same terminal may lie in one batch: newest state wins per run.
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
        deps.retried?.();
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

/** Cuts events into runs in which no terminal comes back: within one, beginnings may be written before ends. */
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
