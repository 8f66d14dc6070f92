/** Argument of the speech program, of a process that is started before there is a text: it does beforehand what it can. */
export const SPEAK_AHEAD = 'ahead';

/** Languages that are spoken, as espeak-ng names them. */
export type SpokenLanguage = 'cmn' | 'en-us' | 'ko';

export interface Segment {
  language: SpokenLanguage;
  text: string;
}

const SCRIPTS: readonly [RegExp, SpokenLanguage][] = [
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'cmn'],
  [/\p{Letter}/u, 'en-us'],
];

/**
 * Cuts a text into stretches of one language, told by script. Figures, spaces and punctuation belong to the
 * stretch they stand in, so that "3번 출구" counts in Korean and "3号" in Chinese. A text without any letter
 * is English. Empty if there is nothing to say.
 */
export function segmentsOf(text: string): Segment[] {
  if (!/[\p{Letter}\p{Number}]/u.test(text)) return [];
  const segments: Segment[] = [];
  let leading = '';
  for (const character of text) {
    const language = SCRIPTS.find(([script]) => script.test(character))?.[1];
    const last = segments.at(-1);
    if (language && language !== last?.language) {
      segments.push({ language, text: leading + character });
      leading = '';
    } else if (last) last.text += character;
    else leading += character;
  }
  return segments.length > 0 ? segments : [{ language: 'en-us', text }];
}
