import type { FastifyInstance } from 'fastify';
import { weightOfTaskType } from '../../../contract/codes.ts';
import type { OfflineCopies, OfflineStorageView } from '../../../contract/entities/tasks/offlineStorage.ts';
import type { OfflineManifest, OfflinePlayerMessage } from '../../../contract/protocol/offline.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { createSlices } from '../../platform/process/slices.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { FaultTimes } from '../../site/faults/terminalFaults.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import { type Reach, shared } from '../schedule/reach.ts';
import type { TaskRow } from '../schedule/schedule.repository.ts';
import type { ScheduleIndex } from '../schedule/scheduleIndex.ts';
import type { Sources } from '../schedule/sources.ts';
import type { TaskService } from '../schedule/tasks/task.service.ts';
import { offlineRoutes } from './offline.routes.ts';
import type { OfflineAlarms } from './offlineAlarms.ts';
import { createOfflineFaults } from './offlineFaults.ts';
import { manifestOf, type OfflineTask, type Rules } from './offlineManifest.ts';
import { offlineStorageListRoute } from './offlineStorage.routes.ts';
import { createOfflineTasks } from './offlineTasks.ts';
import { createOfflineTickets, TICKET_MS } from './offlineTickets.ts';
import type { ProgrammeDigests, StoredProgramme } from './programmeDigests.ts';
import { storageView, type TerminalStorage } from './storageState.ts';

/**
 * Interval of looking for changes of files, groups and zones, and the delay that joins several changes, ms.
 */
const LOOK_MS = 2_000;
const SETTLE_MS = 300;
/** Manifests go out a few at a time, so that a thousand terminals do not fetch at once. */
const SEND_EVERY_MS = 50;
const SEND_AT_ONCE = 10;
const COUNTED_MS = 2_000;
/** Feature of terminals that store and play programmes (docs/protocols/terminal-protocol.md, "Keeping"). */
const FEATURE = 'offline';

export interface OfflinePlaybackDeps {
  terminals: Pick<Terminals, 'gateway' | 'directory' | 'devices'>;
  live: LiveHub;
  index: ScheduleIndex;
  sources: Pick<Sources, 'open'>;
  hashes: ProgrammeDigests;
  alarms: OfflineAlarms;
  rules(): Rules;
  /** Runs that a person stopped since a time, as `task:due`. */
  stopped(since: number): Promise<ReadonlySet<string>>;
  /** Stores what a terminal played without a link; returns the numbers of the records that are dealt with. */
  played(
    link: TerminalLink,
    message: Extract<OfflinePlayerMessage, { type: 'keep.played' }>,
  ): Promise<number[]>;
  tasks: Pick<TaskService, 'seen'>;
  faults: Pick<FaultSink, 'open' | 'resolve'>;
  faultTimes?: Partial<FaultTimes>;
  /** Wall time, ms. */
  now(): number;
  log: {
    error(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
}

/** Offline playback: the programmes and runs that terminals store to play them while their link is down. */
export interface OfflinePlayback {
  viewOf(terminal: number): OfflineStorageView | null;
  /** Number of terminals of a task that hold it, at most two seconds old; null if the task is not kept. */
  keptAt(task: TaskRow): OfflineCopies | null;
  /** Looks for changes now; resolves when the manifests are worked out. */
  refresh(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/**
 * Tasks that reach all terminals of a task whose resume policy is `position`: while one of them plays, that
 * task waits.
 */
function covering(task: TaskRow, all: readonly OfflineTask[], reach: Pick<Reach, 'of'>): number[] {
  if (task.resume_policy !== 'position') return [];
  const own = reach.of(task);
  const covers = (other: TaskRow) => shared(own, reach.of(other)) === own.terminals.length;
  return all.flatMap((other) => (other.task.id !== task.id && covers(other.task) ? [other.task.id] : []));
}

export function createOfflinePlayback(deps: OfflinePlaybackDeps): OfflinePlayback {
  const { gateway, directory, devices } = deps.terminals;
  const tickets = createOfflineTickets();
  const kept = createOfflineTasks(deps);
  const storages = new Map<number, TerminalStorage>();
  const manifests = new Map<number, OfflineManifest>();
  const waiting = new Set<number>();
  let nothing = manifestOf([], [], deps.rules(), 0);
  let seen = '';
  let working: Promise<void> = Promise.resolve();
  let settle: NodeJS.Timeout | undefined;
  let closed = false;

  const supports = (id: number) => directory.byId(id)?.seen.features.includes(FEATURE) === true;

  function view(id: number): OfflineStorageView | null {
    const storage = storages.get(id);
    if (storage === undefined) return null;
    return storageView(storage, { online: gateway.link(id) !== undefined, supports: supports(id) });
  }
  const lag = createOfflineFaults({ ...deps, directory });
  function show(id: number): void {
    const shown = view(id);
    devices.setKeeping(id, shown);
    lag.look(id, shown);
  }

  function put(id: number, manifest: OfflineManifest, tasks: number): void {
    const held = storages.get(id);
    const isEmpty = manifest.items.length === 0 && manifest.runs.length === 0;
    storages.set(id, { revision: manifest.revision, isEmpty, tasks, reported: held?.reported ?? null });
    manifests.set(id, manifest);
    if (held?.revision !== manifest.revision) waiting.add(id);
    show(id);
  }

  async function work(): Promise<void> {
    const print = fingerprint();
    const { tasks: read, until } = await kept.read();
    if (closed) return;
    const { recent } = deps.index.reaches;
    const tasks = read.map((one) => ({ ...one, held_by: covering(one.task, read, recent) }));
    const reached = new Map<number, OfflineTask[]>();
    for (const one of tasks)
      for (const { id } of recent.of(one.task).terminals) {
        const own = reached.get(id);
        if (own === undefined) reached.set(id, [one]);
        else own.push(one);
      }
    // A silence is of no use to a terminal that plays nothing by itself.
    for (const [id, own] of reached) if (own.every(({ items }) => items.length === 0)) reached.delete(id);
    const rules = deps.rules();
    const made = new Map<string, OfflineManifest>();
    const nextSlice = createSlices();
    nothing = manifestOf([], [], rules, until);
    for (const { id } of directory.all()) {
      const own = reached.get(id) ?? [];
      const messages = deps.alarms.itemsOf(id);
      const key = `${own.map(({ task }) => task.id)} ${messages.map((item) => item.id)}`;
      const manifest = made.get(key) ?? manifestOf(own, messages, rules, until);
      made.set(key, manifest);
      put(id, manifest, own.filter(({ items }) => items.length > 0).length);
      await nextSlice();
    }
    seen = print;
  }

  function refresh(): Promise<void> {
    working = working.then(work).catch((err: unknown) => {
      deps.log.error({ err }, 'the content for offline playback could not be computed');
    });
    return working;
  }
  /** Schedules a refresh shortly after a change, so that related changes are handled together. */
  function soon(): void {
    settle ??= setTimeout(() => {
      settle = undefined;
      void refresh();
    }, SETTLE_MS).unref();
  }

  const fingerprint = () => {
    const { weights, voiceMix } = deps.rules();
    const ranks = Object.values(weightOfTaskType).map((name) => weights[name]);
    return `${kept.fingerprint()} ${[...directory.all()].length} ${ranks} ${voiceMix}`;
  };
  const looks = setInterval(() => {
    if (fingerprint() !== seen) soon();
  }, LOOK_MS).unref();

  const sending = setInterval(() => {
    let left = SEND_AT_ONCE;
    for (const id of waiting) {
      waiting.delete(id);
      const link = gateway.link(id);
      if (link === undefined || !supports(id)) continue;
      link.send(manifests.get(id) ?? nothing);
      if (--left === 0) return;
    }
  }, SEND_EVERY_MS).unref();

  function take(link: TerminalLink, message: OfflinePlayerMessage): void {
    const id = link.terminalId;
    if (!supports(id)) return;
    if (message.type === 'keep.want') {
      const ticket = tickets.issue(id);
      link.send({ type: 'keep.ticket', ticket, expires_s: TICKET_MS / 1000 });
    } else if (message.type === 'keep.state') {
      const storage = storages.get(id);
      if (storage === undefined) return;
      storage.reported = message;
      show(id);
    } else {
      deps
        .played(link, message)
        .then((records) => link.send({ type: 'keep.confirmed', records }))
        .catch((err: unknown) =>
          deps.log.error({ err, terminal: id }, 'playback records could not be stored'),
        );
    }
  }

  /** Counts are cached: a site has hundreds of such tasks with thousands of terminals each. */
  const counted = new WeakMap<TaskRow, { at: number; value: OfflineCopies }>();
  function keptAt(task: TaskRow): OfflineCopies | null {
    if (!kept.isMarked(task)) return null;
    const held = counted.get(task);
    if (held !== undefined && performance.now() - held.at < COUNTED_MS) return held.value;
    const { terminals } = deps.index.reaches.recent.of(task);
    const synced = terminals.filter(({ id }) => view(id)?.state === 'synced').length;
    const value = { synced, total: terminals.length };
    counted.set(task, { at: performance.now(), value });
    return value;
  }

  const ends = [
    deps.index.onChange(soon),
    deps.alarms.onChange(soon),
    gateway.subscribe({
      online({ terminalId }) {
        waiting.add(terminalId);
        show(terminalId);
      },
      offline(id) {
        tickets.forget(id);
        show(id);
      },
      removed(id) {
        tickets.forget(id);
        lag.look(id, null);
        storages.delete(id);
        manifests.delete(id);
      },
      keep: take,
    }),
  ];
  soon();

  return {
    viewOf: view,
    keptAt,
    refresh,
    routes(app) {
      offlineStorageListRoute(app, { ...deps, viewOf: view });
      offlineRoutes(app, {
        tickets,
        itemOf: (id, item): StoredProgramme | undefined =>
          manifests.get(id)?.items.some((one) => one.id === item) === true
            ? deps.hashes.file(item)
            : undefined,
      });
    },
    async close() {
      closed = true;
      clearTimeout(settle);
      clearInterval(looks);
      clearInterval(sending);
      for (const end of ends) end();
      lag.close();
      await working;
    },
  };
}
