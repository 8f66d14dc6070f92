import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { Terminal } from './terminal.ts';

/**
 * Lets another program (a script that reads GPIO pins) control the terminals by lines: `io 2 on` for all of them,
 * `CODE: io 2 on` for one. Prints unknown lines to the standard error. Returns the function that ends it.
 */
export function followLines(input: Readable, terminals: readonly Terminal[]): () => void {
  const lines = createInterface({ input, terminal: false });
  lines.on('line', (line) => {
    const [, code, text = ''] = /^\s*(?:([A-Za-z0-9_-]+)\s*:)?(.*)$/.exec(line) ?? [];
    const words = text.trim().split(/\s+/).filter(Boolean);
    if (words.length === 0) return;
    const addressed = terminals.filter((one) => code === undefined || one.code === code);
    const isKnown = (one: Terminal) =>
      words.join() === 'silence'
        ? one.offline?.silence() === true
        : words[0] === 'remote' && (words[1] === 'yes' || words[1] === 'no')
          ? one.administration.answer(words[1] === 'yes')
          : one.part?.line?.(words, one.session) === true;
    const known = addressed.filter(isKnown);
    if (known.length === 0) process.stderr.write(`not understood: ${line.trim()}\n`);
  });
  return () => {
    lines.close();
    input.destroy();
  };
}
