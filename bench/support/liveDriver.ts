import type { DeviceLive } from '../../contract/entities/terminals/device.ts';
import type { Devices } from '../../server/site/terminals/devicesApi.ts';
import type { Playing } from '../../server/site/terminals/gateway/playingState.ts';
import type { TerminalLink } from '../../server/site/terminals/gateway/terminals.types.ts';

/** Names of the running broadcasts; their ids are 1, 2, … */
export const TASKS = ['Listening, Unit 5', 'Break music', 'Office page', 'Flag rehearsal'];

/** Play status 0–4, or an abnormal state: offline, locked. */
type State = DeviceLive['play_status'] | 'offline' | 'locked';

/** Frequency of changes to each state, percent. */
const shares: readonly (readonly [State, number])[] = [
  [2, 60],
  [4, 10],
  [1, 10],
  [3, 5],
  [0, 10],
  ['offline', 2],
  ['locked', 3],
];

interface Row {
  id: number;
  state: State;
  /** Number of its changes, shown by the grid as the skew. */
  version: number;
}

/** Change: the resulting text of the column "skew", and its time, epoch ms. */
export interface Change {
  text: string;
  at: number;
}

/**
 * Changes the status of random terminals at an even rate, by the functions that the gateway and the broadcast
 * engine call. Every change affects the state, with level, peak, loss and skew.
 */
export class StatusDriver {
  readonly #devices: Devices;
  readonly #rows: Row[];
  #log = new Map<number, Change[]>();
  #timer: NodeJS.Timeout | undefined;
  #made = 0;
  #startedAt = 0;

  constructor(devices: Devices) {
    this.#devices = devices;
    this.#rows = [...devices.all()].map(({ terminal }) => ({
      id: terminal.id,
      state: 'offline',
      version: 0,
    }));
    for (const row of this.#rows) this.#change(row, pickState('offline'));
  }

  start(perSecond: number): void {
    this.#log.clear();
    this.#made = 0;
    this.#startedAt = performance.now();
    this.#timer = setInterval(() => {
      const due = Math.floor(((performance.now() - this.#startedAt) / 1000) * perSecond);
      for (; this.#made < due; this.#made++) {
        const row = this.#rows[Math.floor(Math.random() * this.#rows.length)];
        if (row !== undefined) this.#change(row, pickState(row.state));
      }
    }, 5);
  }

  /** Number of changes, and the seconds they took. */
  stop(): { made: number; seconds: number } {
    clearInterval(this.#timer);
    return { made: this.#made, seconds: (performance.now() - this.#startedAt) / 1000 };
  }

  /** Changes of these terminals since `start`, by id. */
  changesOf(ids: readonly number[]): Record<number, Change[]> {
    return Object.fromEntries(ids.map((id) => [id, this.#log.get(id) ?? []]));
  }

  #change(row: Row, state: State): void {
    const { handlers } = this.#devices;
    if (row.state === 'offline') handlers.online({ terminalId: row.id, reportAgeMs: 0 } as TerminalLink);
    row.state = state;
    row.version += 1;
    if (state === 'offline') {
      handlers.offline(row.id);
      this.#note(row.id, '—');
      return;
    }
    this.#devices.setPlaying(row.id, playing(state === 'locked' ? 2 : state, row.version));
    const sounds = state === 2 || state === 4;
    handlers.report(row.id, {
      type: 'report',
      state: state === 'locked' ? 'locked' : sounds ? 'playing' : 'idle',
      stream: sounds ? row.version : null,
      position_us: null,
      level_db: sounds ? -30 + Math.random() * 20 : null,
      peak_db: sounds ? -12 + Math.random() * 10 : null,
      received: 10_000,
      lost: Math.floor(Math.random() * 200),
      late: 0,
      gaps: 0,
      missed_ms: 0,
      buffer_ms: 1800,
      // The row rounds it to steps of ten.
      skew_us: row.version * 10,
      clock_error_us: 100,
      drift_ppm: 0,
      first_sound_us: null,
    });
    this.#note(row.id, `${row.version * 10} µs`);
  }

  #note(id: number, text: string): void {
    const change = { text, at: Date.now() };
    const log = this.#log.get(id);
    if (log === undefined) this.#log.set(id, [change]);
    else log.push(change);
  }
}

/** State other than the present one. */
function pickState(present: State): State {
  for (;;) {
    let at = Math.random() * 100;
    for (const [state, share] of shares) {
      at -= share;
      if (at > 0) continue;
      if (state === present) break;
      return state;
    }
  }
}

function playing(play_status: DeviceLive['play_status'], version: number): Playing | null {
  if (play_status === 0) return null;
  if (play_status === 3)
    return {
      task_id: null,
      tasks: '',
      play_status,
      reason: { key: 'stopped', params: { task: TASKS[0] ?? '' } },
    };
  const id = 1 + (version % TASKS.length);
  const task = TASKS[id - 1] ?? '';
  return {
    task_id: id,
    tasks: task,
    play_status,
    reason: { key: play_status === 1 ? 'paused' : 'playing', params: { task } },
  };
}
