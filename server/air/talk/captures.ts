import type { TerminalGateway, TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { PacketSink } from '../../site/terminals/gateway/uplinks.ts';

/** First stream number of captures, to keep them apart from those of talks. */
const FIRST_STREAM = 0x8000_0000;

interface Channel {
  stream: number;
  link: TerminalLink | undefined;
  sinks: Set<PacketSink>;
}

/**
 * Channels of capturers in use: opened for the first listener, closed with the last, and opened again when
 * the terminal reconnects.
 */
export function createCaptures(gateway: TerminalGateway) {
  const channels = new Map<string, Channel & { terminal: number; channel: number }>();
  let last = FIRST_STREAM;

  function openChannel(one: Channel & { terminal: number; channel: number }): void {
    one.link = gateway.link(one.terminal);
    if (one.link === undefined) return;
    one.link.uplinks.grant(one.stream, {
      push(packet) {
        for (const sink of one.sinks) sink.push(packet);
      },
    });
    one.link.send({ type: 'capture.open', stream: one.stream, channel: one.channel });
  }

  const unsubscribe = gateway.subscribe({
    online({ terminalId }) {
      for (const one of channels.values()) if (one.terminal === terminalId) openChannel(one);
    },
  });

  return {
    /** Sends the packets of a channel (1, 2, …) to the sink until the returned function is called. */
    open(terminal: number, channel: number, sink: PacketSink): () => void {
      const key = `${terminal} ${channel}`;
      const held = channels.get(key);
      const one = held ?? {
        terminal,
        channel,
        stream: ++last,
        link: undefined,
        sinks: new Set<PacketSink>(),
      };
      one.sinks.add(sink);
      if (held === undefined) {
        channels.set(key, one);
        openChannel(one);
      }
      return () => {
        if (!one.sinks.delete(sink) || one.sinks.size > 0) return;
        channels.delete(key);
        one.link?.uplinks.revoke(one.stream);
        one.link?.send({ type: 'capture.close', stream: one.stream });
      };
    },
    close: unsubscribe,
  };
}
export type Captures = ReturnType<typeof createCaptures>;
