import type { SheetJob } from './protocol.ts';

const marks: readonly [string, readonly number[]][] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

const known = (text: string, labels: readonly string[]) =>
  (text.split(/\r?\n/, 1)[0] ?? '')
    .split(/[,;\t]/)
    .filter((cell) => labels.includes(cell.replace(/^"|"$/g, '').trim().toLowerCase())).length;

/** Share of Hangul among the non-ASCII characters. */
function hangul(text: string): number {
  const foreign = [...text.slice(0, 20_000)].filter((one) => one > '\x7f');
  return foreign.filter((one) => /[\uac00-\ud7a3]/.test(one)).length / Math.max(foreign.length, 1);
}

/**
 * Decodes a CSV file: by its byte-order mark, else as UTF-8 if valid, else as GB18030 (includes GBK) or
 * Korean (EUC-KR with its extension). Their byte ranges overlap: the encoding in which more column names are
 * recognised wins, then the share of Hangul decides, with a threshold by the language of the request.
 */
export function decode(bytes: Uint8Array, { lang, labels }: Pick<SheetJob, 'lang' | 'labels'>): string {
  for (const [encoding, mark] of marks)
    if (mark.every((byte, i) => bytes[i] === byte)) return new TextDecoder(encoding).decode(bytes);
  const utf8 = strictly('utf-8', bytes);
  if (utf8 !== null) return utf8;
  const chinese = strictly('gb18030', bytes);
  const korean = strictly('euc-kr', bytes);
  if (chinese === null || korean === null) return chinese ?? korean ?? new TextDecoder('utf-8').decode(bytes);
  const more = known(korean, labels) - known(chinese, labels);
  if (more !== 0) return more > 0 ? korean : chinese;
  return hangul(korean) > (lang === 'kr' ? 0.5 : 0.98) ? korean : chinese;
}

/** Finds the delimiter of the first row, outside quotes: the most frequent of comma, semicolon and tab. */
export function delimiterOf(text: string): ',' | ';' | '\t' {
  const count = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const char of text.slice(0, 10_000)) {
    if (char === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (char === '\n' && count[','] + count[';'] + count['\t'] > 0) break;
    else if (char === ',' || char === ';' || char === '\t') count[char] += 1;
  }
  const order = [',', ';', '\t'] as const;
  return order.reduce((best, one) => (count[one] > count[best] ? one : best), ',');
}
