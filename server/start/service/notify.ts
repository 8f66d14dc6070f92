import { type ChildProcess, spawn } from 'node:child_process';

/** Messages to the service manager (sd_notify(3)); one line each. */
export interface ServiceManager {
  /**
   * The server listens. `status` returns a sentence for `systemctl status`; it is called every few seconds.
   */
  ready(status: () => string): void;
  stopping(): void;
  end(): void;
}

export interface NotifyDeps {
  env: Partial<Record<'NOTIFY_SOCKET' | 'WATCHDOG_USEC' | 'WATCHDOG_PID', string | undefined>>;
  pid: number;
  /** Sends lines to systemd. Never throws. */
  send: { line(text: string): void; end(): void };
}

const STATUS_MS = 10_000;

/**
 * Tells systemd that the server is ready, and that its event loop runs (watchdog). Without systemd it does
 * nothing.
 *
 * The watchdog message comes from a timer of the event loop and depends on nothing else: alarms sound without
 * a database, so a missing database must not cause a restart.
 */
export function createServiceManager({ env, pid, send }: NotifyDeps): ServiceManager {
  if (!env.NOTIFY_SOCKET) return { ready() {}, stopping() {}, end() {} };
  const everyMs = Number(env.WATCHDOG_USEC ?? 0) / 1000 / 3;
  // The watchdog may be meant for another process of the service.
  const isWatched = everyMs > 0 && (env.WATCHDOG_PID === undefined || Number(env.WATCHDOG_PID) === pid);
  const alive = isWatched ? setInterval(() => send.line('WATCHDOG=1'), everyMs) : undefined;
  alive?.unref();
  let isStopping = false;
  let last = '';
  let statusTimer: NodeJS.Timeout | undefined;
  function sendStatus(status: string): void {
    if (status === last) return;
    last = status;
    send.line(`STATUS=${status}`);
  }
  return {
    ready(status) {
      if (isStopping) return;
      send.line('READY=1');
      sendStatus(status());
      // Called again by a standby server that has taken over.
      clearInterval(statusTimer);
      statusTimer = setInterval(() => sendStatus(status()), STATUS_MS);
      statusTimer.unref();
    },
    stopping() {
      if (isStopping) return;
      isStopping = true;
      clearInterval(statusTimer);
      send.line('STOPPING=1');
    },
    end() {
      clearInterval(alive);
      clearInterval(statusTimer);
      send.end();
    },
  };
}

/**
 * Shell script that passes each line to systemd. A shell, as it is small: forking the server itself for each
 * line would block the event loop longer the more memory the server has.
 */
const HELPER = 'while IFS= read -r line; do systemd-notify "$line" || exit 1; done';
/** Minimum time between two starts of the helper, ms. */
const AGAIN_MS = 1_000;

/**
 * Starts a helper process that passes lines to the socket of systemd.
 * @param failed called with the reason when it cannot
 */
export function createSender(
  socket: string,
  failed: (error: Error) => void,
  script = HELPER,
): NotifyDeps['send'] {
  let helper: ChildProcess | null = null;
  let startedAt = Number.NEGATIVE_INFINITY;
  let ended = false;

  function start(): void {
    startedAt = performance.now();
    const child = spawn('/bin/sh', ['-c', script], {
      env: { PATH: process.env.PATH ?? '', NOTIFY_SOCKET: socket },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    helper = child;
    const gone = (error: Error) => {
      if (helper === child) helper = null;
      if (!ended) failed(error);
    };
    child.once('error', gone);
    child.once('exit', (code) => gone(new Error(`the helper that notifies systemd ended with ${code}`)));
    // The helper may exit before it has read its input.
    child.stdin?.on('error', () => {});
    child.unref();
    (child.stdin as { unref?: () => void } | null)?.unref?.();
  }
  return {
    line(text) {
      if (ended) return;
      if (helper === null && performance.now() - startedAt >= AGAIN_MS) start();
      helper?.stdin?.write(`${text}\n`);
    },
    end() {
      ended = true;
      helper?.stdin?.end();
    },
  };
}

/**
 * Removes systemd's variables from the environment, so that no child process notifies systemd in place of
 * this one: PostgreSQL would report that the service is ready, and that it stops.
 */
export function connectServiceManager(
  variables: NodeJS.ProcessEnv,
  failed: (error: Error) => void,
): ServiceManager {
  const { NOTIFY_SOCKET = '', WATCHDOG_USEC, WATCHDOG_PID } = variables;
  for (const name of ['NOTIFY_SOCKET', 'WATCHDOG_USEC', 'WATCHDOG_PID']) delete variables[name];
  const env = { NOTIFY_SOCKET, WATCHDOG_USEC, WATCHDOG_PID };
  return createServiceManager({ env, pid: process.pid, send: createSender(NOTIFY_SOCKET, failed) });
}
