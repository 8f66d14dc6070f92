import type { TerminalGateway } from '../terminals/types.ts';

/**
 * Watches the trigger inputs of capturers. A change against what a channel said last is an edge, also over a lost link;
 * what a channel says first after the start of the server is none: whatever it had started is on the air again.
 */
export function watchInputs(
  gateway: Pick<TerminalGateway, 'subscribe'>,
  heard: (capturer: number, channel: number, closed: boolean) => void,
): {
  /** The input of a channel counts as open from now on, whatever it said last. */
  reopen(capturer: number, channel: number): void;
  end(): void;
} {
  const last = new Map<string, boolean>();
  const end = gateway.subscribe({
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
  return { reopen: (capturer, channel) => void last.set(`${capturer} ${channel}`, false), end };
}
