import { Counter, Gauge, type Registry } from 'prom-client';

/** Counters of the live sockets of consoles since the start, and their current values. */
export interface ConsoleCounters {
  /** Sockets that are open. */
  sockets: number;
  received: number;
  sent: number;
  /** Number of ticks at which a console was skipped because its buffer was full. */
  heldBack: number;
  /** Sockets that were ended because they answered no ping. */
  silent: number;
  /** Bytes not yet sent by the sockets. */
  bufferedBytes: number;
}

/** Registers Prometheus metrics of the live sockets of consoles; read at each scrape. */
export function consoleMetrics(metrics: Registry, counters: () => ConsoleCounters): void {
  const registers = [metrics];
  const gauge = (name: string, help: string, value: (now: ConsoleCounters) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(counters()));
      },
    });
  const counter = (name: string, help: string, value: (now: ConsoleCounters) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value(counters()));
      },
    });
  gauge('tocsin_console_sockets', 'Live sockets of consoles that are open', (now) => now.sockets);
  gauge(
    'tocsin_console_buffered_bytes',
    'Bytes that live sockets of consoles have not taken yet, all together',
    (now) => now.bufferedBytes,
  );
  counter('tocsin_console_messages_received_total', 'Messages from consoles', (now) => now.received);
  counter('tocsin_console_messages_sent_total', 'Messages to consoles', (now) => now.sent);
  counter(
    'tocsin_console_messages_dropped_total',
    'Messages that a console did not get, for it had not taken the earlier ones; the next one holds the newest state',
    (now) => now.heldBack,
  );
  counter(
    'tocsin_console_sockets_silent_total',
    'Live sockets that were ended because they answered no ping',
    (now) => now.silent,
  );
}
