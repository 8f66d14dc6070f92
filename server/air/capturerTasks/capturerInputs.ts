import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { InputKey } from './closedInputs.ts';

/**
 * Watches the trigger inputs of capturers. A change from the last reported state is an edge, also after a lost
 * link and after a start of the server: then the state is the one that was stored. An input that was stored as closed
 * is no edge while it is still closed, because the task that it started is resumed.
 *
 * @param stored inputs that were closed when last stored; null: never stored, then a closed input is no edge in the
 *   first report of its capturer
 * @param changed called after the set of closed inputs has changed
 */
export function watchInputs(
  gateway: Pick<TerminalGateway, 'subscribe'>,
  stored: ReadonlySet<InputKey> | null,
  heard: (capturer: number, channel: number, closed: boolean) => void,
  changed: () => void,
): {
  /** Marks the input of a channel as open, whatever was last reported. */
  reopen(capturer: number, channel: number): void;
  /** Inputs that are closed now. */
  closed(): InputKey[];
  end(): void;
} {
  const last = new Map<InputKey, boolean>([...(stored ?? [])].map((key) => [key, true]));
  const keyOf = (capturer: number, channel: number): InputKey => `${capturer} ${channel}`;
  const end = gateway.subscribe({
    status(terminalId, status) {
      if (status.kind !== 'capturer') return;
      for (const { channel, io } of status.channels) {
        // A channel without an input reads as open, since a capturer program may add one at any time.
        const closed = io === true;
        const key = keyOf(terminalId, channel);
        const before = last.get(key);
        if (before === closed) continue;
        last.set(key, closed);
        if (closed || before === true) changed();
        if (before !== undefined || stored !== null || !closed) heard(terminalId, channel, closed);
      }
    },
    removed(terminalId) {
      for (const key of last.keys()) if (key.startsWith(`${terminalId} `) && last.delete(key)) changed();
    },
  });
  return {
    reopen(capturer, channel) {
      last.set(keyOf(capturer, channel), false);
      changed();
    },
    closed: () => [...last].flatMap(([key, closed]) => (closed ? key : [])),
    end,
  };
}
