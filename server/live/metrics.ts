import { Counter, Gauge, type Registry } from 'prom-client';

/** Counts of the live sockets of consoles since the start, and what they hold now. */
export interface ConsoleTally {
  /** Sockets that are open. */
  sockets: number;
  received: number;
  sent: number;
  /** Looks at which a console got nothing, for it had not taken the earlier messages yet. */
  heldBack: number;
  /** Sockets that were ended because they answered no ping. */
  silent: number;
  /** Bytes that sockets have not taken yet. */
  bufferedBytes: number;
}

/** Consoles on the live socket, for Prometheus; counted when it is asked for. */
export function consoleMetrics(metrics: Registry, tally: () => ConsoleTally): void {
  const registers = [metrics];
  const gauge = (name: string, help: string, value: (now: ConsoleTally) => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value(tally()));
      },
    });
  const counter = (name: string, help: string, value: (now: ConsoleTally) => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(value(tally()));
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
