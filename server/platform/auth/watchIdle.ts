import { ListeningClock } from '../clock/listeningClock.ts';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/client.ts';
import * as repository from './auth.repository.ts';
import type { Callers } from './callers.ts';
import type { EndedLogins } from './endedLogins.ts';
import { createIdle, type Idle, LOOK_MS } from './idle.ts';

export interface WatchIdleDeps {
  db: Db;
  config: Pick<Config, 'get'>;
  callers: Pick<Callers, 'changed'>;
  ended: EndedLogins;
  isPaused(): boolean;
  /** Monotonic ms; tests with a clock of their own call `look` themselves. */
  now?: (() => number) | undefined;
}

/** Checks the sessions of the database while the server runs. */
export function watchIdle({ db, config, callers, ended, isPaused, now }: WatchIdleDeps): {
  idle: Idle;
  end(): void;
} {
  const listening = new ListeningClock(() => performance.now(), LOOK_MS);
  const idle = createIdle({
    now: now ?? (() => listening.now()),
    minutes: () => config.get().idle_minutes,
    isPaused,
    logins: () => repository.openSessions(db, Math.floor(Date.now() / 1000)),
    end: (ids) =>
      // The reason is known before the commit: a socket may look for its session right after it.
      db.transaction(async (tx) => {
        for (const login of await repository.endIdle(tx, ids)) ended.add(login, 'auth.idleEnded');
      }),
    changed: () => callers.changed(),
  });
  if (now !== undefined) return { idle, end: () => {} };
  const timer = setInterval(() => {
    listening.tick();
    void idle.look();
  }, LOOK_MS).unref();
  return { idle, end: () => clearInterval(timer) };
}
