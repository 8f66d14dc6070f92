import type { TFunction } from 'i18next';
import { capturerMode } from '../../../../contract/codes.ts';
import type { BroadcastLive } from '../../../../contract/entities/tasks/broadcast.ts';
import type { CapturerTask } from '../../../../contract/entities/tasks/capturerTask.ts';
import type { CapturedChannel } from '../../../../contract/protocol/terminalStatus.ts';
import type { DetailText } from '../../kit/grid/cells.ts';
import type { StatusName } from '../../kit/status/status.ts';
import { playStatusName } from '../../shared/tasks/taskStatus.ts';
import { type CapturerRow, channelName } from '../../shared/terminals/capturerColumns.ts';
import { soundingOf } from '../live/taskColumns.ts';

/** States of the counters, in their order. */
export const capturerTaskStates = ['playing', 'manual_playing', 'paused', 'waiting', 'free'] as const;
export type CapturerTaskState = (typeof capturerTaskStates)[number] & StatusName;

/** Status of a task by its play status; a task whose terminals are all pre-empted is waiting. */
export function stateOf(row: Pick<CapturerTask, 'play_status' | 'state'>): CapturerTaskState {
  const state = playStatusName(row);
  return state === 'manual_stop' ? 'free' : (state as CapturerTaskState);
}

/** State of the channel of a task; null: its capturer is offline, or has no such channel. */
export function channelOf(
  row: Pick<CapturerTask, 'capturer_channel'>,
  capturer: CapturerRow | undefined,
): CapturedChannel | null {
  if (capturer?.online !== true) return null;
  return capturer.status?.channels.find((one) => one.channel === row.capturer_channel) ?? null;
}

/** Capturer and channel; amber while no sound can come from there. */
export function sourceText(
  row: Pick<CapturerTask, 'capturer_channel'>,
  capturer: CapturerRow | undefined,
  t: TFunction,
): DetailText {
  if (capturer === undefined)
    return { main: t('capturer.channelN', { channel: row.capturer_channel }), detail: '' };
  const main = [capturer.dev_name2 || capturer.name, channelName(capturer, row.capturer_channel, t)].join(
    ' · ',
  );
  const one = channelOf(row, capturer);
  if (!capturer.online) return { main, detail: t('status.offline'), fault: true };
  if (one === null) return { main, detail: t('capturerTask.noChannel'), fault: true };
  const isBad = one.state === 'failed' || one.state === 'locked';
  return { main, detail: isBad ? t(`capturer.state.${one.state}`) : '', fault: isBad };
}

/** Trigger of a task: by hand or by its input, with the state of the input. */
export function triggerText(
  row: Pick<CapturerTask, 'capturer_channel' | 'enabled'>,
  capturer: CapturerRow | undefined,
  t: TFunction,
): DetailText {
  const mode = capturer?.mode ?? capturerMode.default;
  if (mode !== capturerMode.io) return { main: t('capturerTask.byHand'), detail: '' };
  if (!row.enabled) return { main: t('codes.capturerMode.io'), detail: t('common.disabled') };
  const one = channelOf(row, capturer);
  return {
    main: t('codes.capturerMode.io'),
    detail: one?.io == null ? '' : t(one.io ? 'capturer.ioClosed' : 'capturer.ioOpen'),
  };
}

/** Number of terminals where it is heard while it plays; else the number it reaches. */
export function targetsText(
  row: Pick<CapturerTask, 'targets'>,
  live: BroadcastLive | undefined,
  t: TFunction,
): DetailText {
  return live === undefined
    ? { main: t('capturerTask.reaches', { terminals: row.targets }), detail: '' }
    : soundingOf(live, t);
}
