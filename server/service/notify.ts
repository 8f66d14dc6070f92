import { type ChildProcess, spawn } from 'node:child_process';

/** Messages to the service manager, as sd_notify(3) names them; a line each. */
export interface ServiceManager {
  /** The server listens; `status` gives a sentence for `systemctl status`, asked for every few seconds. */
  ready(status: () => string): void;
  stopping(): void;
  end(): void;
}

export interface NotifyDeps {
  env: Partial<Record<'NOTIFY_SOCKET' | 'WATCHDOG_USEC' | 'WATCHDOG_PID', string | undefined>>;
  pid: number;
  /** Carries lines to systemd. Never throws. */
  send: { line(text: string): void; end(): void };
}

const STATUS_MS = 10_000;

/**
 * Tells systemd that the server is there, and as long as its event loop turns. Without systemd it does nothing.
 *
 * The sign of life comes from a timer of the event loop and asks nothing else: an alarm sounds without a database, so a
 * database that is away is no reason to be started anew.
 */
export function createServiceManager({ env, pid, send }: NotifyDeps): ServiceManager {
  if (!env.NOTIFY_SOCKET) return { ready() {}, stopping() {}, end() {} };
  const every_ms = Number(env.WATCHDOG_USEC ?? 0) / 1000 / 3;
  // The time may be meant for another process of the service.
  const isWatched = every_ms > 0 && (env.WATCHDOG_PID === undefined || Number(env.WATCHDOG_PID) === pid);
  const alive = isWatched ? setInterval(() => send.line('WATCHDOG=1'), every_ms) : undefined;
  alive?.unref();
  let isStopping = false;
  let last = '';
  let told: NodeJS.Timeout | undefined;
  function tell(status: string): void {
    if (status === last) return;
    last = status;
    send.line(`STATUS=${status}`);
  }
  return {
    ready(status) {
      if (isStopping) return;
      send.line('READY=1');
      tell(status());
      told = setInterval(() => tell(status()), STATUS_MS);
      told.unref();
    },
    stopping() {
      if (isStopping) return;
      isStopping = true;
      clearInterval(told);
      send.line('STOPPING=1');
    },
    end() {
      clearInterval(alive);
      clearInterval(told);
      send.end();
    },
  };
}

/**
 * Reads lines and hands each to systemd. A shell, for it is small: a process that is forked off the server for each line
 * would cost the event loop the more the more memory the server has.
 */
const HELPER = 'while IFS= read -r line; do systemd-notify "$line" || exit 1; done';
/** A helper that ended is started again, but not more often than this, ms. */
const AGAIN_MS = 1_000;

/** A helper process that carries lines to the socket of systemd; `failed` hears why it cannot. */
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
    child.once('exit', (code) => gone(new Error(`the helper that tells systemd ended with ${code}`)));
    // It may end before what it was given is read.
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
 * Takes what systemd has told this process out of its environment, so that no program it starts speaks to systemd for
 * it: PostgreSQL would say that the service is ready, and that it stops.
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
