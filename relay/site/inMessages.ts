import { MAX_TOLD_LINES, type ToldLine } from '../../contract/protocol/relaySite.ts';

/** Limit of the lines of one message, characters of JSON. */
const MAX_CHARS = 400_000;

/** Divides lines into messages; one without lines if there are none. */
export function inMessages(lines: readonly ToldLine[]): ToldLine[][] {
  const messages: ToldLine[][] = [[]];
  let chars = 0;
  for (const line of lines) {
    const length = JSON.stringify(line).length;
    const last = messages.at(-1) as ToldLine[];
    const isFull = last.length >= MAX_TOLD_LINES || (last.length > 0 && chars + length > MAX_CHARS);
    if (isFull) messages.push([line]);
    else last.push(line);
    chars = isFull ? length : chars + length;
  }
  return messages;
}
