import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/**
 * Fate of a commit: it never arrives, its response never arrives, or its response is delayed until released.
 */
export type CommitOutcome = 'lost' | 'unanswered' | 'held';

export interface CommitProxy {
  readonly port: number;
  /** Number of commits that were affected so far. */
  readonly met: number;
  /** Sets the outcomes of the next matching commits, of all connections together; later ones pass. */
  next(...outcomes: (CommitOutcome | 'through')[]): void;
  /** Refuses new connections while true. */
  refuse(refuses: boolean): void;
  /** Releases delayed responses. */
  release(): void;
  close(): Promise<void>;
}

/**
 * Creates a proxy in front of PostgreSQL that breaks connections around the commit, which would otherwise be
 * random.
 * @param about text of a statement: commits of transactions without it pass
 */
export async function createCommitProxy(
  target: { port: number; host: string },
  about: string,
): Promise<CommitProxy> {
  const sockets = new Set<Socket>();
  const held: (() => void)[] = [];
  let outcomes: (CommitOutcome | 'through')[] = [];
  let [met, refuses] = [0, false];

  const server = createServer((client) => {
    const database = connect(target);
    let outcome: CommitOutcome | undefined;
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
        const next = isAbout ? outcomes.shift() : 'through';
        isAbout = false;
        outcome = next === 'through' ? undefined : next;
        if (outcome !== undefined) met += 1;
      }
      if (outcome === 'lost') end();
      else database.write(chunk);
    });
    database.on('data', (chunk) => {
      if (outcome === 'unanswered') end();
      else if (outcome === 'held')
        held.push(() => {
          outcome = undefined;
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
      outcomes = all;
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
