import type { BatchResult } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { audioSource, type PlaybackAction, taskType } from '../../../contract/codes.ts';
import type {
  StartRealTimeTask,
  StopAllResult,
  TaskDryRun,
} from '../../../contract/entities/tasks/broadcast.ts';
import type { StartedTask } from '../../../contract/entities/tasks/queuedStart.ts';
import type { TestTone } from '../../../contract/entities/tasks/testTone.ts';
import type { Language } from '../../../contract/language.ts';
import { type ItemAction, playbackResult } from '../../../contract/workflow.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { runBatch } from '../../platform/crud/runBatch.ts';
import { inScope } from '../../platform/live/scope.ts';
import { narrowed, zoneIn } from '../../site/zones/zones.ts';
import { mustSee } from '../../sound/library/visible.ts';
import { storedItems } from '../../sound/source/programmes.ts';
import type { RunningBroadcast } from '../engine/runningBroadcast.ts';
import { journalAction } from '../journal/journalAction.ts';
import { subjectOf } from '../journal/subject.ts';
import { dryRun } from './dryRun.ts';
import { one as storedRun } from './history.repository.ts';
import { journalEffect } from './journalEffect.ts';
import { lastPage, mustHear } from './lastPage/repeatedPage.ts';
import { type QueuedTaskDeps, startOrQueue } from './queuedTask.ts';
import { type By, readable } from './startTask.ts';
import { resolveTargets } from './targetResolver.ts';
import { startTestTone } from './testTone.ts';

const starterOf = ({ accountId, name, code }: Caller) => ({ accountId, name, code });
const notFound = () => new AppError(errorCode.notFound, 'broadcast.taskNotFound');

/** Service of real-time tasks: the actions of persons on broadcasts, with zone checks and audit entries. */
export function createBroadcastService(deps: QueuedTaskDeps) {
  const { db, engine, audit } = deps;

  function record({ caller, ip }: By, action: string, id: number | null, after?: Record<string, unknown>) {
    const entry = { action, entity: 'task', entity_id: id, ip };
    return audit.record(db, caller, after === undefined ? entry : { ...entry, after });
  }

  /**
   * Records a stop, which takes effect whatever the database does: resolves when it is stored or in the
   * journal.
   * @param done resolves when the stop itself is stored; absent: nothing of it is stored
   */
  function stopped({ caller, ip }: By, b: RunningBroadcast | null, terminals: unknown, done?: Promise<void>) {
    const of = b === null ? 'site' : subjectOf(b.row);
    const entry = { action: 'stop', entity: 'task', entity_id: b?.id ?? null, ip, after: { terminals } };
    return journalAction(deps.journal, of, caller, entry, done);
  }

  /** Stops starts that are not on the air yet: those in preparation, and those in the queue. */
  function stopWaiting(
    matches: (terminal: number) => boolean,
    by: By,
  ): { terminals: number[]; starts: number } {
    const [pending, queued] = [engine.pending.take(matches), deps.queue.stop(matches, by.caller)];
    const terminals = [...new Set([...pending.terminals, ...queued.terminals])];
    return { terminals, starts: pending.starts + queued.starts };
  }

  /** Broadcasts of alarms end with their alarm, by the actions of the alarm plan. */
  const isAlarm = (b: RunningBroadcast) => b.row.task_type === taskType.alarm;

  /**
   * Finds a running broadcast with at least one terminal in the caller's scope.
   *
   * @throws AppError 404; 999 for one that is not running, and for the broadcast of an alarm
   */
  async function seen({ caller }: By, id: number): Promise<RunningBroadcast> {
    const b = engine.get(id);
    if (b === undefined) {
      const zones = caller.scope.all === true ? null : [...caller.scope.ids];
      const stored = await storedRun(db, id, zones);
      if (stored === undefined) throw notFound();
      throw new AppError(errorCode.refused, 'broadcast.notRunning', { name: stored.row.name });
    }
    if (ownTerminals(b, caller).length === 0) throw notFound();
    if (isAlarm(b)) throw new AppError(errorCode.refused, 'broadcast.alarmInProgress');
    return b;
  }

  function ownTerminals(b: RunningBroadcast, caller: Caller): number[] {
    const all = [...b.targets.keys()];
    if (caller.scope.all === true) return all;
    return all.filter((id) => inScope(caller.scope, deps.directory.byId(id)?.org ?? -1));
  }

  /**
   * Like `seen`, for actions that concern all terminals.
   * @throws AppError 403 when some lie outside the scope
   */
  async function whole(by: By, id: number): Promise<RunningBroadcast> {
    const b = await seen(by, id);
    if (ownTerminals(b, by.caller).length < b.targets.size)
      throw new AppError(errorCode.forbidden, 'auth.outsideZone');
    return b;
  }

  /**
   * Checks the action against the state table in contract/workflow.ts.
   * @throws AppError 999 when it is not allowed
   */
  function allowed(b: RunningBroadcast, action: PlaybackAction | ItemAction): void {
    if (playbackResult(b.status, action) === null)
      throw new AppError(errorCode.refused, 'broadcast.actionNotAllowed');
  }

  /**
   * Ends a broadcast; if some of its terminals lie outside the caller's scope, takes out only the caller's
   * terminals.
   */
  async function stop(by: By, b: RunningBroadcast): Promise<void> {
    allowed(b, 'stop');
    const own = ownTerminals(b, by.caller);
    const done = own.length < b.targets.size ? engine.takeOut(b, own) : engine.stop(b);
    await stopped(by, b, own.length, done);
  }

  return {
    /**
     * Starts a real-time task by its policy for busy terminals, or queues it.
     * @throws AppError for targets (404, 999) that are not available; as `startOrQueue`
     */
    async start({ caller, ip }: By, task: StartRealTimeTask): Promise<StartedTask> {
      const terminals = resolveTargets(deps, caller.scope, task);
      const files = [...task.files, task.chime_before, task.chime_after];
      mustSee(deps.live, caller.scope, { ...task, files });
      await mustHear(deps, caller, task);
      return startOrQueue(deps, { ...starterOf(caller), ip }, task, terminals);
    },
    /** The last page of the caller, and the start that repeats it. */
    lastPage: ({ caller }: By) => lastPage(deps, caller),
    testTone: (by: By, tone: TestTone) => startTestTone(deps, by, tone),
    async dryRun(by: By, task: StartRealTimeTask): Promise<TaskDryRun> {
      const terminals = resolveTargets(deps, by.caller.scope, task);
      const items = await storedItems(deps.programmes, task);
      const now = Math.floor(Date.now() / 1000);
      const on = { ...deps, weights: deps.weights(), voiceMix: deps.voiceMix(), now };
      return dryRun(on, task, terminals, items, deps.queue);
    },

    async pause(by: By, id: number): Promise<void> {
      const b = await whole(by, id);
      allowed(b, 'paused');
      await journalEffect(deps.journal, by, b, 'pause', engine.pause(b));
    },
    async resume(by: By, id: number): Promise<void> {
      const b = await whole(by, id);
      allowed(b, 'resume');
      await journalEffect(deps.journal, by, b, 'resume', engine.resume(b));
    },
    async stop(by: By, id: number): Promise<void> {
      await stop(by, await seen(by, id));
    },
    /**
     * Stops every broadcast and pending start within the caller's scope; of shared broadcasts only the
     * caller's terminals. Returns a result per broadcast.
     * @param zone narrows the scope to a zone and all below it
     * @throws AppError 404 for a zone that the caller does not see
     */
    async stopAll(person: By, lang: Language, zone?: number): Promise<StopAllResult> {
      if (zone !== undefined) zoneIn(deps.zones, person.caller.scope, zone);
      const scope = narrowed(deps.zones, person.caller.scope, zone);
      const by = { ...person, caller: { ...person.caller, scope } };
      const own = (id: number) => inScope(by.caller.scope, deps.directory.byId(id)?.org ?? -1);
      const isOwn = (id: number) => by.caller.scope.all === true || own(id);
      const pending = stopWaiting(isOwn, by);
      const affected = [...engine.all()].filter((b) => !isAlarm(b) && ownTerminals(b, by.caller).length > 0);
      // All are silenced first; only then the database is waited for.
      const stops = new Map(affected.map((b) => [b.id, stop(by, b)]));
      for (const one of stops.values()) one.catch(() => {});
      if (pending.starts > 0) await stopped(by, null, pending.terminals);
      const { results } = await runBatch([...stops.keys()], lang, async (id) => stops.get(id));
      return { results, starts: pending.starts };
    },
    /** Stops everything that plays at the given terminals. Returns a result per terminal. */
    async stopAt(by: By, ids: readonly number[], lang: Language): Promise<BatchResult> {
      const taken = new Map<RunningBroadcast, number[]>();
      const pending: number[] = [];
      const result = await runBatch(ids, lang, async (id) => {
        const terminal = deps.directory.byId(id);
        if (terminal === undefined || !inScope(by.caller.scope, terminal.org))
          throw new AppError(errorCode.notFound, 'terminal.notFound');
        const heard = engine.claims.heard(id).flatMap((one) => engine.get(one) ?? []);
        const starting = stopWaiting((one) => one === id, by).terminals;
        pending.push(...starting);
        if (heard.length + starting.length === 0)
          throw new AppError(errorCode.refused, 'broadcast.actionNotAllowed');
        if (heard.some(isAlarm)) throw new AppError(errorCode.refused, 'broadcast.alarmInProgress');
        for (const b of heard) taken.set(b, [...(taken.get(b) ?? []), id]);
      });
      if (pending.length > 0) await stopped(by, null, pending);
      await Promise.all(
        [...taken].map(([b, terminals]) => stopped(by, b, terminals, engine.takeOut(b, terminals))),
      );
      return result;
    },
    async jump(by: By, id: number, to: ItemAction): Promise<void> {
      const b = await whole(by, id);
      allowed(b, to);
      // Live sound has no other item: a jump would end it.
      if (b.items.length === 0) throw new AppError(errorCode.refused, 'broadcast.actionNotAllowed');
      await readable(b.items, () => engine.jump(b, to));
      await record(by, to, id);
    },
    async setVolume(by: By, id: number, volume: number | null): Promise<void> {
      const b = await whole(by, id);
      await journalEffect(deps.journal, by, b, 'volume', engine.setVolume(b, volume), { volume });
    },
    /** Replaces the list of a running broadcast; the current item plays on if the new list still holds it. */
    async setFiles(by: By, id: number, files: readonly number[]): Promise<void> {
      const b = await whole(by, id);
      if (b.row.audio_source !== audioSource.mediaFile)
        throw new AppError(errorCode.refused, 'common.stateForbids');
      if (files.length === 0) {
        const last = b.items.filter((item) => item.part === undefined).length === 1;
        const key = last ? 'broadcast.lastItem' : 'broadcast.listNotEmptyWhilePlaying';
        throw new AppError(errorCode.refused, key);
      }
      const chimes = (part: 'before' | 'after') => b.items.filter((item) => item.part === part);
      const held = new Set(b.items.map((item) => item.file_id));
      mustSee(deps.live, by.caller.scope, { files: files.filter((id) => !held.has(id)) });
      const list = await deps.programmes.items(files);
      const items = [...chimes('before'), ...list, ...chimes('after')];
      await readable(items, () => engine.setItems(b, items));
      await record(by, 'files', id, { files });
    },
  };
}
export type BroadcastService = ReturnType<typeof createBroadcastService>;
