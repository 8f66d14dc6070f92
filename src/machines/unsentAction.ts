import type { AlarmAction, UpgradeAction } from '../../contract/codes.ts';
import { ioId } from '../../contract/entities/terminals/io.ts';
import type { SentRequest } from '../api/lostLink.ts';
import type { PlaybackAction } from './playback.ts';

/** Broadcasts and saved tasks, which have playback actions. */
export type PlayedKind = 'task' | 'scheduled_task' | 'capturer_task';
export type LineAction = 'pulse' | 'hold' | 'off' | 'test_on' | 'test_off';
export type TerminalAction =
  | 'volume'
  | 'restart'
  | 'identify'
  | 'stop'
  | 'set_server'
  | 'set_buffalo'
  | 'test_tone';

/** Action of a request that asks: what the views need to name it, and to show the present state of its object. */
export type UnsentAction =
  | { on: 'all'; org: number | null }
  /** Start of a broadcast. */
  | { on: 'new'; name: string }
  | { on: PlayedKind; ids: readonly number[]; action: PlaybackAction }
  | { on: 'alarm'; plan: number; alarm: number | null; action: AlarmAction }
  | { on: 'gpio_task' | 'linkage_task'; ids: readonly number[]; action: 'start' | 'stop' }
  | { on: 'line'; ids: readonly number[]; action: LineAction }
  | { on: 'terminal'; ids: readonly number[]; action: TerminalAction; volume: number | null }
  /** Volume of a broadcast; null: each terminal has its own. */
  | { on: 'volume'; ids: readonly number[]; volume: number | null }
  | { on: 'station'; ids: readonly number[]; action: 'call' | 'hang_up' | 'page' }
  | { on: 'queued_start' | 'talk_link'; ids: readonly number[] }
  /** Of an upgrade batch; without ids: start of one. */
  | { on: 'upgrade'; ids: readonly number[]; action: UpgradeAction | 'begin' };

/** Paths of playback actions, and what they mean for a broadcast. */
const played: Readonly<Record<string, PlaybackAction>> = {
  ...{ start: 'playing', pause: 'paused', resume: 'resume', stop: 'stop' },
  ...{ next: 'next', previous: 'previous' },
};
const playedKinds: readonly string[] = ['task', 'scheduled_task', 'capturer_task'];

type Body = Readonly<Record<string, unknown>>;
const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : []);
const numberOf = (value: unknown) => (typeof value === 'number' ? value : null);

/** Outputs of `POST /v1/io/output` as ids of lines. */
const outputIds = (outputs: unknown): number[] =>
  ((outputs ?? []) as { terminal_id: number; output: number }[]).map(({ terminal_id, output }) =>
    ioId(terminal_id, 'output', output),
  );

/** Action on single rows or on several, by its name in the path or in the body. */
function onRows(kind: string, ids: readonly number[], name: string, body: Body): UnsentAction {
  if (playedKinds.includes(kind)) {
    if (name === 'volume') return { on: 'volume', ids, volume: numberOf(body.volume) };
    return { on: kind as PlayedKind, ids, action: played[name] ?? 'playing' };
  }
  if (kind === 'gpio_task' || kind === 'linkage_task')
    return { on: kind, ids, action: name as 'start' | 'stop' };
  if (kind === 'queued_start' || kind === 'talk_link') return { on: kind, ids };
  if (kind === 'upgrade') return { on: kind, ids, action: name as UpgradeAction };
  if (name === 'call' || name === 'hang_up' || name === 'page') return { on: 'station', ids, action: name };
  return { on: 'terminal', ids, action: name as TerminalAction, volume: numberOf(body.ao_volume) };
}

/** Reads the action of a request whose rule is `asks` (src/api/lostLink.ts). */
export function unsentAction({ path, body: sent }: SentRequest): UnsentAction {
  const body = (sent ?? {}) as Body;
  const [kind = '', row = '', action = ''] = (path.split('?')[0] ?? '').split('/').slice(2);
  if (kind === 'alarm_plan') {
    const [plan = 0] = row === 'batch' ? numbers(body.ids) : [Number(row)];
    return {
      on: 'alarm',
      plan,
      alarm: numberOf(body.alarm_id),
      action: (row === 'batch' ? String(body.action) : action) as AlarmAction,
    };
  }
  if (kind === 'io') {
    if (row === 'output')
      return { on: 'line', ids: outputIds(body.outputs), action: body.action as LineAction };
    const ids = numbers(body.input_nums).map((input) => ioId(Number(body.terminal_id), 'input', input));
    return { on: 'line', ids, action: body.on === true ? 'test_on' : 'test_off' };
  }
  if (kind === 'task' && row === 'stop_all') return { on: 'all', org: numberOf(body.org) };
  if (kind === 'task' && row === 'test_tone')
    return { on: 'terminal', ids: numbers(body.devices), action: 'test_tone', volume: null };
  if (kind === 'task' && action === '') return { on: 'new', name: String(body.name ?? '') };
  if (kind === 'upgrade' && row === '') return { on: 'upgrade', ids: [], action: 'begin' };
  if (row === 'batch') return onRows(kind, numbers(body.ids), String(body.action), body);
  return onRows(kind, [Number(row)], action, body);
}
