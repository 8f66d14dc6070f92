/** Argument of the speech program that starts it ahead of a text, so that it initialises in advance. */
export const SPEAK_AHEAD = 'ahead';

/** Languages of the speech synthesis, by their names in espeak-ng. */
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
 * Splits a text into segments of one language each, detected by script. Digits, spaces and punctuation belong to the
 * segment around them, so that "3번 출구" is counted in Korean and "3号" in Chinese. A text without any letter
 * is English. Empty when the text has nothing to speak.
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
