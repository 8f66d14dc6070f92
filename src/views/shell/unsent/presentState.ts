import { combineLatest, map, type Observable } from 'rxjs';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { CallLive } from '../../../../contract/protocol/call.ts';
import { alarmResult, playbackResult, upgradeBatchResult } from '../../../../contract/workflow.ts';
import type { UnsentAction } from '../../../machines/unsentAction.ts';
import type { Feeds } from '../../../streams/feeds.ts';
import { alarmStatus } from '../../shared/alarms/alarmStatus.ts';
import { factsOf } from '../../shared/alarms/useAlarmControl.ts';
import { ioState } from '../../shared/io/ioView.ts';
import { playStatusOf } from '../../shared/startTask/taskState.ts';
import { playStatusName, savedStatusOf } from '../../shared/tasks/taskStatus.ts';

/** Present state of the object of an unsent action, and whether the action is possible in it. */
export interface PresentState {
  /** Text of the state, by its key in the locales. */
  key: string;
  params?: Readonly<Record<string, number>>;
  isPossible: boolean;
}

const ended: PresentState = { key: 'task.ended', isPossible: false };
const state = (key: string, isPossible = true): PresentState => ({ key, isPossible });
const counted = (key: string, part: number, all: number): PresentState => ({
  key,
  params: { part, all },
  isPossible: all > 0,
});

type Play = Parameters<typeof savedStatusOf>[0];
type Played = Extract<
  UnsentAction,
  { action: unknown; ids: unknown; on: 'task' | 'scheduled_task' | 'capturer_task' }
>;

/** State of a broadcast or saved task, or how many of several are on the air. */
function playedState<Row extends { id: number }>(
  { ids, action }: Played,
  rows: readonly Row[],
  look: (row: Row) => { status: string; play: ReturnType<typeof savedStatusOf> },
): PresentState {
  const own = rows.filter(({ id }) => ids.includes(id)).map(look);
  const [first] = own;
  if (first === undefined) return ended;
  if (ids.length > 1)
    return counted('unsent.playing', own.filter(({ status }) => status === 'playing').length, own.length);
  const isItem = action === 'previous' || action === 'next';
  return state(`status.${first.status}`, isItem || playbackResult(first.play, action) !== null);
}

const saved = (row: Play) => ({ status: playStatusName(row), play: savedStatusOf(row) });

/**
 * State of the alarm of a plan. Where another alarm runs by now than the one that was meant, that one has ended.
 */
export function alarmState(
  { alarm: meant, action }: Extract<UnsentAction, { on: 'alarm' }>,
  alarm: AlarmLive | undefined,
): PresentState {
  if (meant !== null && alarm?.id !== meant) return ended;
  const facts = factsOf(alarm);
  const name = alarm === undefined ? 'not_started' : alarmStatus(alarm);
  return state(`status.${name}`, 'to' in alarmResult(facts.state, action, facts));
}

function stationState(
  { ids, action }: Extract<UnsentAction, { on: 'station' }>,
  rows: readonly { id: number; online: boolean; status: { state?: string } | null }[],
  calls: readonly CallLive[],
): PresentState {
  const [id = 0] = ids;
  const row = rows.find((one) => one.id === id);
  if (row === undefined || !row.online) return state('status.offline', false);
  const call = calls.find((one) => one.caller === id || one.callees.includes(id));
  const phase = call?.state ?? row.status?.state;
  const isBusy = call !== undefined || phase === 'ringing' || phase === 'paging';
  return state(isBusy ? `caster.state.${phase}` : 'dialogue.free', isBusy === (action === 'hang_up'));
}

/** Observes the present state of the object of an unsent action. It reads no other live rows. */
export function presentState$(streams: Feeds, what: UnsentAction): Observable<PresentState> {
  switch (what.on) {
    case 'all':
      return streams.task.rows$.pipe(
        map((rows) =>
          rows.length === 0
            ? state('shell.nothingOnAir', false)
            : counted('unsent.onAir', rows.length, rows.length),
        ),
      );
    case 'new':
      return streams.task.rows$.pipe(
        map((rows) => rows.find(({ name }) => name === what.name)),
        map((row) => state(row === undefined ? 'unsent.notOnAir' : `status.${row.state}`)),
      );
    case 'task':
      return streams.task.rows$.pipe(
        map((rows) => playedState(what, rows, (row) => ({ status: row.state, play: playStatusOf(row) }))),
      );
    case 'scheduled_task':
      return streams.scheduledTask.rows$.pipe(map((rows) => playedState(what, rows, saved)));
    case 'capturer_task':
      return streams.capturerTask.rows$.pipe(map((rows) => playedState(what, rows, saved)));
    case 'alarm':
      return streams.alarms$.pipe(
        map((alarms) =>
          alarmState(
            what,
            alarms.find(({ plan_id }) => plan_id === what.plan),
          ),
        ),
      );
    case 'volume':
      return streams.task.row$(what.ids[0] ?? 0).pipe(
        map((row) => {
          if (row === undefined) return ended;
          if (row.volume === null) return state('task.ownVolume');
          return { key: 'unsent.volume', params: { volume: row.volume }, isPossible: true };
        }),
      );
    case 'gpio_task':
      return streams.gpioTask
        .row$(what.ids[0] ?? 0)
        .pipe(map((row) => runningState(what.action, row?.running)));
    case 'linkage_task':
      return streams.linkageTask
        .row$(what.ids[0] ?? 0)
        .pipe(map((row) => runningState(what.action, row?.by_hand)));
    case 'line':
      return streams.io.rows$.pipe(
        map((rows) => {
          const own = rows.filter(({ id }) => what.ids.includes(id));
          const [first] = own;
          if (first === undefined) return ended;
          if (own.length === 1) return state(`status.${ioState(first)}`);
          return counted('unsent.active', own.filter(({ active }) => active === true).length, own.length);
        }),
      );
    case 'terminal':
      return streams.allTerminals.rows$.pipe(
        map((rows) => {
          const own = rows.filter(({ id }) => what.ids.includes(id));
          const [first] = own;
          if (first === undefined) return ended;
          if (own.length > 1)
            return counted('unsent.online', own.filter(({ online }) => online).length, own.length);
          if (what.action === 'volume')
            return { key: 'unsent.volume', params: { volume: first.ao_volume }, isPossible: true };
          return state(`status.${first.state}`);
        }),
      );
    case 'station': {
      const { dialogue, caster } = streams.terminals;
      return combineLatest([dialogue.rows$, caster.rows$, streams.call.rows$]).pipe(
        map(([phones, casters, calls]) => stationState(what, [...phones, ...casters], calls)),
      );
    }
    case 'queued_start':
      return streams.queuedStart
        .row$(what.ids[0] ?? 0)
        .pipe(
          map((row) => (row === undefined ? state('unsent.notWaiting', false) : state('status.waiting'))),
        );
    case 'talk_link':
      return streams.talkLink
        .row$(what.ids[0] ?? 0)
        .pipe(map((row) => (row === undefined ? ended : state(`phoneLink.state.${row.state}`))));
    case 'upgrade':
      return streams.upgrades$.pipe(
        map((all) => {
          const open = all.filter(({ batch }) => batch.state !== 'ended').length;
          if (what.action === 'begin') return { ...counted('unsent.upgrades', open, open), isPossible: true };
          const batch = all.find((one) => one.batch.upgrade === what.ids[0])?.batch;
          if (batch === undefined) return ended;
          const isPossible = upgradeBatchResult(batch.state, what.action, 1) !== null;
          return state(`codes.upgradeBatchState.${batch.state}`, isPossible);
        }),
      );
  }
}

function runningState(action: 'start' | 'stop', isRunning: boolean | undefined): PresentState {
  if (isRunning === undefined) return ended;
  return state(isRunning ? 'status.gpio_running' : 'status.gpio_idle', isRunning === (action === 'stop'));
}
