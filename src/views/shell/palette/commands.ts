import type { SearchKind } from '../../../../contract/api/search.ts';

/** Command as it was typed. Without a target, or without a volume, it is not complete yet. */
export type Command =
  | { kind: 'volume'; target: string; volume: number | null }
  | { kind: 'stop'; target: string }
  | { kind: 'alarm'; target: string };

/** Kinds of objects that a command may name. */
export const targetKinds = {
  volume: ['partition', 'device_group', 'device'],
  stop: ['partition'],
  alarm: ['alarm_plan'],
} as const satisfies Record<Command['kind'], readonly SearchKind[]>;

/** Beginnings of the commands in the three languages; each works in every language of the console. */
const beginnings: readonly (readonly [Command['kind'], RegExp])[] = [
  ['volume', /^(?:volume|vol|音量|볼륨|음량)(?:\s+|(?<=[量륨량])|$)/iu],
  [
    'stop',
    /^(?:stop(?:\s+all)?(?:\s+in)?|全部停止|停止全部|停止所有|停止|모두\s*정지|전체\s*정지|정지)(?:\s+|(?<=[止部有지])|$)/iu,
  ],
  ['alarm', /^(?:alarm|报警|警报|경보)(?:\s+|$)/iu],
];
/** Forms of Chinese and Korean in which the target comes first. */
const volumeAfter = /^(.+?)\s*(?:音量|볼륨|음량)\s*(\d{1,3})\s*[%％]?$/u;
const stopAfter = /^(.+?)\s*(?:全部停止|모두\s*정지|전체\s*정지)$/u;
/** End of a volume command: a number with or without a percent sign. */
const volumeEnd = /(?:^|\s+)(\d{1,3})\s*[%％]?$/u;
/** Word for "in" before a zone. */
const inside = /^(?:在|于)\s*/u;

/** Reads a command; null: the text is none. */
export function readCommand(text: string): Command | null {
  const typed = text.normalize('NFKC').trim();
  for (const [kind, beginning] of beginnings) {
    const begun = beginning.exec(typed);
    if (begun === null) continue;
    const rest = typed.slice(begun[0].length).trim();
    if (kind === 'alarm') return rest === '' ? null : { kind, target: rest };
    if (kind === 'stop') return { kind, target: rest.replace(inside, '') };
    const end = volumeEnd.exec(rest);
    const target = end === null ? rest : rest.slice(0, end.index);
    return { kind, target: target.trim(), volume: end === null ? null : volumeOf(end[1]) };
  }
  const volume = volumeAfter.exec(typed);
  if (volume !== null) return { kind: 'volume', target: volume[1] ?? '', volume: volumeOf(volume[2]) };
  const stop = stopAfter.exec(typed);
  return stop === null ? null : { kind: 'stop', target: stop[1] ?? '' };
}

/** Volume in percent; null: none that exists. */
function volumeOf(digits: string | undefined): number | null {
  const value = Number(digits);
  return value <= 100 ? value : null;
}
