import { setTimeout as delay } from 'node:timers/promises';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Medium } from './bus.types.ts';

/** Delay before the server is tried again, ms. */
const AGAIN_MS = 250;

export interface NatsEvents {
  /** Called when the connection is there, and when it is lost. */
  changed(isOpen: boolean): void;
  /** Called with the reason for which no connection was made: no answer, certificate or password. */
  failed(err: unknown): void;
}

/**
 * Opens a connection to a NATS server (core NATS 2.9 or newer), and opens it again whenever it is lost.
 * @param url `nats://user:password@host:port`, or `tls://…`
 */
export function openNats(url: string, { changed, failed }: NatsEvents): Medium {
  const heard = new Map<string, (text: string) => void>();
  const ending = new AbortController();
  let connection: NatsConnection | null = null;
  let isOpen = false;
  const working = keep();

  async function keep(): Promise<void> {
    while (!ending.signal.aborted) {
      try {
        connection = await connect(optionsOf(url));
        for (const [subject, hear] of heard) subscribe(connection, subject, hear);
        turn(true);
        // It ends when the server refuses it for good, for example after a change of the password.
        await watch(connection);
        const err = await connection.closed();
        if (err instanceof Error) failed(err);
      } catch (err) {
        failed(err);
      }
      connection = null;
      if (isOpen) turn(false);
      await delay(AGAIN_MS, undefined, { signal: ending.signal }).catch(() => {});
    }
  }
  async function watch(opened: NatsConnection): Promise<void> {
    if (ending.signal.aborted) await opened.close();
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') turn(false);
      else if (type === 'reconnect') turn(true);
    }
  }
  function turn(next: boolean): void {
    isOpen = next;
    if (!ending.signal.aborted) changed(next);
  }

  return {
    publish(subject, text) {
      // Messages that wait for a lost connection would be sent late.
      if (isOpen) connection?.publish(subject, text);
    },
    subscribe(subject, hear) {
      heard.set(subject, hear);
      if (connection !== null) subscribe(connection, subject, hear);
    },
    async close() {
      ending.abort();
      // What was published last is still sent.
      await connection?.close();
      // A connection that is being made may take its time limit.
      if (connection !== null) await working;
    },
  };
}

type Options = NonNullable<Parameters<typeof connect>[0]>;

function optionsOf(url: string): Options {
  const { protocol, host, hostname, username, password } = new URL(url);
  // The package names no host to TLS for an IP address: its certificate would be compared with `localhost`.
  const tls: NonNullable<Options['tls']> & { host: string } = { host: hostname.replace(/^\[|\]$/g, '') };
  return {
    servers: host,
    name: 'tocsin',
    ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' ? { tls } : {}),
    ...{ maxReconnectAttempts: -1, reconnectTimeWait: AGAIN_MS, pingInterval: 2_000 },
  };
}

function subscribe(connection: NatsConnection, subject: string, hear: (text: string) => void): void {
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error === null) hear(message.string());
    },
  });
}
