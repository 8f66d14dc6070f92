import { statusText } from './administration/statusText.ts';
import type { Terminal } from './terminal.ts';

/** Polling interval of the state, ms. */
const EVERY_MS = 1_000;

/** Prints changes of the state of the terminals to the standard output; returns the function that ends it. */
export function logStatus(terminals: readonly Terminal[], server: string): () => void {
  process.stdout.write(`${terminals.length} terminal(s) of ${server}\n`);
  let last = '';
  const timer = setInterval(() => {
    const now =
      terminals.length === 1 && terminals[0]
        ? statusText(terminals[0].code, terminals[0].session)
        : many(terminals);
    if (now !== last) process.stdout.write(`${now}\n`);
    last = now;
  }, EVERY_MS);
  return () => clearInterval(timer);
}

function many(terminals: readonly Terminal[]): string {
  const counts = new Map<string, number>();
  for (const { session } of terminals) {
    const key = session.phase === 'welcomed' ? session.state : session.phase;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, n]) => `${n} ${key}`).join(', ');
}
