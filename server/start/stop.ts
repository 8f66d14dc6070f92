import { readFileSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';

/** Time limit of a stop, ms. After it the process exits, and the database recovers at the next start. */
const limit = 9_500;
/**
 * Time within which further signals count as the same one, ms: a single Ctrl+C arrives several times, from
 * the terminal and from each parent that forwards it.
 */
const echo = 1_000;
/** Interval at which a process started by npm checks that npm still runs, ms. */
const parentCheck = 250;

/**
 * Ends the process gracefully, with exit code 0, on SIGTERM, SIGINT, a closed terminal, or when the npm that
 * started it was killed (the process would keep its ports otherwise). A second signal ends it at once.
 */
export function onStopSignal(log: FastifyBaseLogger, close: () => Promise<void>): void {
  let stoppingSince: number | null = null;
  const stop = async (reason: string) => {
    if (stoppingSince !== null) {
      if (Date.now() - stoppingSince < echo) return;
      log.warn({ reason }, 'stopped immediately, without finishing');
      process.exit(1);
    }
    stoppingSince = Date.now();
    log.info({ reason }, 'stopping');
    setTimeout(() => {
      log.error('stopping took too long');
      process.exit(1);
    }, limit).unref();
    try {
      await close();
      log.info('stopped');
      process.exit(0);
    } catch (err) {
      log.error({ err }, 'stopping failed');
      process.exit(1);
    }
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  // Not under nohup, which is used to survive this signal.
  if (process.stdout.isTTY) process.on('SIGHUP', () => void stop('SIGHUP'));
  if (process.env.npm_lifecycle_event !== undefined) {
    const started = ancestors();
    const watch = setInterval(() => {
      if (ancestors() === started) return;
      clearInterval(watch);
      if (stoppingSince === null) void stop('npm is gone');
    }, parentCheck);
    watch.unref();
  }
}

/** Parent process and, if the system tells, its parent: npm starts a shell, which starts this process. */
function ancestors(): string {
  try {
    // The name in parentheses may hold any character; state and parent follow it.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    return String(process.ppid);
  }
}
