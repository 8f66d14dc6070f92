import type { Server } from 'node:http';
import { connect, createServer, type Server as SecureServer, type TLSSocket } from 'node:tls';
import { z } from 'zod';
import { bindingOf } from '../../platform/machines/tlsBinding.ts';
import type { LeaderEntry } from '../../platform/nodes/presence.ts';
import { isSignature, keyOf, signatureOf } from '../../platform/nodes/signedBus.ts';
import { keyDigest } from '../listen/tls.ts';

const LABEL = 'EXPORTER-tocsin-node';
/** Time limit for a connection and its first line, ms. */
const LIMIT_MS = 3_000;
const MAX_LINE = 4_000;

const passed = z.object({
  /** Content of the connection: HTTP of a client, or of the node itself. */
  use: z.enum(['client', 'node']),
  /** Address and port of the client at the node that it has connected to. */
  address: z.string().max(100),
  port: z.number().int(),
  /** Whether the client has connected by TLS. */
  is_secure: z.boolean(),
  /** Exported keys of that TLS connection, by label (`bindingOf`). */
  bindings: z.record(z.string(), z.string()),
});
/** First line of a connection between two nodes. */
export type Passed = z.output<typeof passed>;

/** Pairs of a signature and the line that it is for, over a value that only this TLS connection has. */
const bound = (socket: TLSSocket, line: string) => `${bindingOf(socket, LABEL)}\n${line}`;

/**
 * Opens a connection to the leader: by TLS with the key that the leader has told over the bus, so that nobody else can
 * be in its place, and with a first line signed by the secret of the system for this connection only.
 */
export async function dialLeader(entry: LeaderEntry, secret: string, first: Passed): Promise<TLSSocket> {
  let failure: unknown = new Error('the leader has no address');
  for (const host of entry.hosts) {
    try {
      return await dialHost(host, entry, secret, first);
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function dialHost(
  host: string,
  { port, key }: LeaderEntry,
  secret: string,
  first: Passed,
): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false, minVersion: 'TLSv1.3' });
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(() => fail(new Error('the leader does not answer')), LIMIT_MS);
    socket.on('error', fail);
    socket.once('close', () => fail(new Error('the leader has closed the connection')));
    socket.once('secureConnect', () => {
      if (keyDigest(socket.getPeerX509Certificate()?.toString() ?? '') !== key)
        return fail(new Error('another machine answers at the address of the leader'));
      socket.setNoDelay(true);
      const line = JSON.stringify(first);
      socket.write(`${signatureOf(keyOf(secret, 'entry'), bound(socket, line))} ${line}\n`);
      // The leader answers one byte before anything else.
      socket.once('readable', () => {
        if (socket.read(1) === null) return;
        clearTimeout(timer);
        socket.removeAllListeners('close');
        socket.off('error', fail);
        resolve(socket);
      });
    });
  });
}

export interface EntryOptions {
  secret: string;
  certificate: { cert: string; key: string };
  /** Server of the application. */
  app: Server;
  /** Server that other nodes use. */
  nodes: Server;
  /** Called with each connection that is refused. */
  refused: () => void;
}

/**
 * Takes connections that other nodes pass on. They become connections of the application's server with the address and
 * the encryption of the client, so that its limits, logs and handshakes work as if the client had connected here.
 */
export function createEntry({ secret, certificate, app, nodes, refused }: EntryOptions): {
  server: SecureServer;
  /** Ends it and all its connections. */
  close(): void;
} {
  const key = keyOf(secret, 'entry');
  const open = new Set<TLSSocket>();
  const server = createServer(
    { ...certificate, minVersion: 'TLSv1.3', handshakeTimeout: LIMIT_MS },
    (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      socket.on('error', () => socket.destroy());
      const timer = setTimeout(refuse, LIMIT_MS);
      let text = '';
      socket.on('data', hear);
      function refuse(): void {
        clearTimeout(timer);
        refused();
        socket.destroy();
      }
      function hear(chunk: Buffer): void {
        text += chunk.toString('latin1');
        if (text.length > MAX_LINE) {
          refuse();
          return;
        }
        if (!text.endsWith('\n')) return;
        const line = Buffer.from(text, 'latin1').toString().trimEnd();
        const [signature = '', content] = [
          line.slice(0, line.indexOf(' ')),
          line.slice(line.indexOf(' ') + 1),
        ];
        if (!isSignature(key, bound(socket, content), signature)) {
          refuse();
          return;
        }
        const first = passed.safeParse(JSON.parse(content));
        if (!first.success) {
          refuse();
          return;
        }
        clearTimeout(timer);
        socket.off('data', hear);
        socket.pause();
        socket.setNoDelay(true);
        if (first.data.use === 'client') standFor(socket, first.data);
        (first.data.use === 'client' ? app : nodes).emit('connection', socket);
        socket.write('+');
      }
    },
  );
  server.on('tlsClientError', (_, socket) => socket.destroy());
  return {
    server,
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Gives a socket the address and the encryption of the client whose bytes it carries. */
function standFor(socket: TLSSocket, { address, port, is_secure, bindings }: Passed): void {
  const values = {
    ...{ remoteAddress: address, remotePort: port, encrypted: is_secure },
    exportKeyingMaterial: is_secure
      ? (_: number, label: string) => Buffer.from(bindings[label] ?? '', 'base64')
      : undefined,
  };
  for (const [name, value] of Object.entries(values))
    Object.defineProperty(socket, name, { value, configurable: true });
}
