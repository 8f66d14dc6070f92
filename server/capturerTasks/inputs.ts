import type { TerminalGateway } from '../terminals/types.ts';

/**
 * Watches the trigger inputs of capturers. A change against what a channel said last is an edge, also over a lost link;
 * what a channel says first after the start of the server is none: whatever it had started is on the air again.
 * Returns the function that ends it.
 */
export function watchInputs(
  gateway: Pick<TerminalGateway, 'subscribe'>,
  heard: (capturer: number, channel: number, closed: boolean) => void,
): () => void {
  const last = new Map<string, boolean>();
  return gateway.subscribe({
    status(terminalId, status) {
      if (status.kind !== 'capturer') return;
      for (const { channel, io } of status.channels) {
        // A channel without an input reads as open: a program may bring one at any time.
        const closed = io === true;
        const key = `${terminalId} ${channel}`;
        const before = last.get(key);
        if (before === closed) continue;
        last.set(key, closed);
        if (before !== undefined || !closed) heard(terminalId, channel, closed);
      }
    },
    removed(terminalId) {
      for (const key of last.keys()) if (key.startsWith(`${terminalId} `)) last.delete(key);
    },
  });
}
