import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Fate of a commit: it never arrives, its answer never arrives, or its answer waits until it is let through. */
export type CommitFate = 'lost' | 'unanswered' | 'held';

export interface CommitProxy {
  readonly port: number;
  /** Commits that met their fate so far. */
  readonly met: number;
  /** The fates of the next commits that it is about, of all connections together; those after them go through. */
  next(...fates: (CommitFate | 'through')[]): void;
  /** No connection is made any more, until it is false again. */
  refuse(refuses: boolean): void;
  /** Lets the answers through that are held. */
  release(): void;
  close(): Promise<void>;
}

/**
 * A proxy before PostgreSQL that breaks connections around the commit, where only chance would break them otherwise.
 *
 * @param about text of a statement: commits of transactions without such a one go through
 */
export async function createCommitProxy(
  target: { port: number; host: string },
  about: string,
): Promise<CommitProxy> {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let fates: (CommitFate | 'through')[] = [];
  let [met, refuses] = [0, false];

  const server = createServer((client) => {
    const database = connect(target);
    let fate: CommitFate | undefined;
    let isAbout = false;
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const socket of [client, database]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    if (refuses) return end();
    client.on('data', (chunk) => {
      if (chunk.includes(about)) isAbout = true;
      if (chunk.includes('commit\0')) {
        const next = isAbout ? fates.shift() : 'through';
        isAbout = false;
        fate = next === 'through' ? undefined : next;
        if (fate !== undefined) met += 1;
      }
      if (fate === 'lost') end();
      else database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (fate === 'unanswered') end();
      else if (fate === 'held')
        held.push(() => {
          fate = undefined;
          client.write(chunk);
        });
      else client.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    port: (server.address() as AddressInfo).port,
    get met() {
      return met;
    },
    next(...all) {
      fates = all;
    },
    refuse(is) {
      refuses = is;
      if (is) for (const socket of sockets) socket.destroy();
    },
    release() {
      for (const pass of held.splice(0)) pass();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
