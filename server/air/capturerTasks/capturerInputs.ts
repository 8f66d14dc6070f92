import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';

/**
 * Watches the trigger inputs of capturers. A change from the last reported state is an edge, also after a lost
 * link. In the first report after a start of the server a closed input is no edge, because the task that it
 * started is resumed; an open one counts, and ends that task.
 */
export function watchInputs(
  gateway: Pick<TerminalGateway, 'subscribe'>,
  heard: (capturer: number, channel: number, closed: boolean) => void,
): {
  /** Marks the input of a channel as open, whatever was last reported. */
  reopen(capturer: number, channel: number): void;
  end(): void;
} {
  const last = new Map<string, boolean>();
  const end = gateway.subscribe({
    status(terminalId, status) {
      if (status.kind !== 'capturer') return;
      for (const { channel, io } of status.channels) {
        // A channel without an input reads as open, since a capturer program may add one at any time.
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
