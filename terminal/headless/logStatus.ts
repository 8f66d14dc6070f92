import type { Session } from '../protocol/session.ts';
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

/** State of a terminal in words. */
export function statusText(code: string, session: Session): string {
  const { phase, refusal, settings } = session;
  if (refusal) return `${code}: refused (${refusal.code}) ${refusal.message}`;
  if (phase === 'found') return `${code}: found by the server; adopt it in the console under this code`;
  if (phase !== 'welcomed') return `${code}: ${phase}`;
  const { view } = session.caller;
  const { talk } = session.sender;
  const over = view.phase === 'over' ? view.message : talk.phase === 'over' ? talk.message : '';
  const call =
    'peer' in view
      ? ` - ${view.phase} ${view.peer.name} ${view.peer.number}`.trimEnd()
      : talk.phase === 'speaking'
        ? ` - speaking to ${talk.targets}`
        : over && ` - ${over}`;
  const title = session.streams.current(session.mediaUs)?.title;
  return `${code} "${settings?.name ?? ''}": ${session.state}${call}${title === undefined ? '' : ` - ${title}`}`;
}

function many(terminals: readonly Terminal[]): string {
  const counts = new Map<string, number>();
  for (const { session } of terminals) {
    const key = session.phase === 'welcomed' ? session.state : session.phase;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, n]) => `${n} ${key}`).join(', ');
}
