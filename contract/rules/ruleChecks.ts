import { localErrorCode, type MessageKey, type MessageParams } from '../api/errors.ts';
import { type ScheduleDay, scheduleDay } from '../codes.ts';
import { logoRatio, uploadMaxFiles } from '../constants.ts';

/**
 * Checks of forms, selections and uploads as predicates, for server and console. A fault is a message key
 * with parameters.
 */
export interface RuleFault {
  key: MessageKey;
  params: MessageParams;
}

/** Tells whether an uploaded image is PNG, by the signature of its content, not by its name. */
export function isPng(head: Uint8Array): boolean {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return signature.every((byte, index) => head[index] === byte);
}

/** Tells whether a logo is 3:1, length to width, in pixels; the shorter side may be rounded to a whole pixel. */
export function isLogoRatio(width: number, height: number): boolean {
  return height > 0 && Math.round(width / logoRatio) === height;
}

/** Tells whether the start date is not after the end date; YYYY-MM-DD (or both with a time in ISO order). */
export function isDateOrder(start: string, end: string): boolean {
  return start <= end;
}

/** Checks the limit of 10 files per upload. */
export function uploadFault(files: number): RuleFault | null {
  return files > uploadMaxFiles ? { key: 'media.tooManyFiles', params: { max: uploadMaxFiles } } : null;
}

/**
 * Refuses to delete the last item of a list, and to empty a list that a real-time task plays.
 * @param items length of the list @param removing number of items to remove @param playing a real-time task plays it
 */
export function removalFault(items: number, removing: number, playing: boolean): RuleFault | null {
  if (removing < items || removing === 0) return null;
  if (playing) return { key: 'broadcast.listNotEmptyWhilePlaying', params: {} };
  return items === 1 ? { key: 'broadcast.lastItem', params: {} } : null;
}

/** A weekday option of manual execution is converted to daily. */
export function storedScheduleDay(flag: ScheduleDay): Exclude<ScheduleDay, 3> {
  return flag === scheduleDay.manualExecution ? scheduleDay.daily : flag;
}

/** Messages for an empty selection, by kind. */
export const selectionKeys = {
  media: 'rules.selectMedia',
  tts: 'rules.selectTts',
  radio: 'rules.selectRadio',
  capturer: 'rules.selectCapturer',
  device: 'rules.selectDevice',
  org: 'rules.selectOrg',
} as const satisfies Record<string, MessageKey>;

/** Selections are required for media, TTS, radio, capturer or channel, device and org. */
export function selectionFault(
  kind: keyof typeof selectionKeys,
  selected: readonly unknown[],
): RuleFault | null {
  return selected.length === 0 ? { key: selectionKeys[kind], params: {} } : null;
}

/** A batch action without a selection is refused. */
export function batchFault(selected: readonly unknown[]): RuleFault | null {
  return selected.length === 0 ? { key: 'common.checkData', params: {} } : null;
}

/** Fields of a terminal that the checks before a terminal action read. */
export interface CheckedTerminal {
  name: string;
  code: string;
  online: boolean;
  support_upgrade: boolean;
  support_set_buffalo: boolean;
  support_set_server_config: boolean;
}

/**
 * The three actions with checks: the field that tells whether a terminal supports it, and the message when it does
 * not.
 */
const terminalActions = {
  upgrade: { field: 'support_upgrade', key: 'terminal.noUpgrade' },
  remoteAdministration: { field: 'support_set_buffalo', key: 'terminal.noRemoteAdministration' },
  serverParameter: { field: 'support_set_server_config', key: 'terminal.noServerParameter' },
} as const;
export type CheckedAction = keyof typeof terminalActions;

/** Failure of a check within the console; its code is 500. */
export interface LocalFault extends RuleFault {
  code: typeof localErrorCode;
}

/**
 * Checks the selection before an upgrade, a remote-administration or a server-parameter setting: not empty, every
 * terminal online, every terminal supports the action. Returns the first failure, or null.
 */
export function terminalActionFault(
  action: CheckedAction,
  selected: readonly CheckedTerminal[],
): LocalFault | null {
  const code = localErrorCode;
  if (selected.length === 0) return { code, key: 'terminal.selectFirst', params: { item: 'field.device' } };
  const offline = selected.find((one) => !one.online);
  if (offline) return { code, key: 'terminal.offline', params: { name: offline.name, code: offline.code } };
  const { field, key } = terminalActions[action];
  const unable = selected.find((one) => !one[field]);
  return unable ? { code, key, params: { name: unable.name, code: unable.code } } : null;
}

/** A custom device name is valid when it is not empty and differs from the name. */
export function isCustomDeviceName(custom: string, name: string): boolean {
  return custom.trim() !== '' && custom !== name;
}
