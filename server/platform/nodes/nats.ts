import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { Medium } from './bus.types.ts';

/** Delay before the server is tried again, ms. */
const AGAIN_MS = 250;

/**
 * Opens a connection to a NATS server (core NATS 2.9 or newer), and opens it again whenever it is lost.
 * @param url `nats://user:password@host:port`, or `tls://…`
 * @param changed called when the connection is there, and when it is lost
 */
export function openNats(url: string, changed: (isOpen: boolean) => void): Medium {
  const { protocol, host, username, password } = new URL(url);
  const heard = new Map<string, (text: string) => void>();
  let connection: NatsConnection | null = null;
  let isOpen = false;
  const opening = connect({
    servers: host,
    name: 'tocsin',
    ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...(protocol === 'tls:' ? { tls: {} } : {}),
    ...{
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: AGAIN_MS,
      pingInterval: 2_000,
    },
  });
  opening.then(
    (opened) => {
      connection = opened;
      turn(true);
      for (const [subject, hear] of heard) subscribe(opened, subject, hear);
      void watch(opened);
    },
    () => {},
  );

  async function watch(opened: NatsConnection): Promise<void> {
    for await (const { type } of opened.status()) {
      if (type === 'disconnect') turn(false);
      else if (type === 'reconnect') turn(true);
    }
    isOpen = false;
  }
  function turn(next: boolean): void {
    isOpen = next;
    changed(next);
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
      isOpen = false;
      // The first connection may never come.
      if (connection === null) return void opening.then((opened) => opened.close()).catch(() => {});
      await connection.close();
    },
  };
}

function subscribe(connection: NatsConnection, subject: string, hear: (text: string) => void): void {
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (error === null) hear(message.string());
    },
  });
}
