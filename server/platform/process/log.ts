import { Writable } from 'node:stream';
import { type DestinationStream, type Logger, type LoggerOptions, levels, pino } from 'pino';
import { isOutage, isReadOnly } from '../db/queryErrors.ts';
import type { Env } from './env.ts';
import { createOutageGate, errorForLog } from './logErrors.ts';

/**
 * Creates the server's log: one JSON object per line, or readable lines on a terminal. Of failures of a database that is
 * away, or replaced by the read-only rows of the snapshot, at most one line per second is written, with the count of
 * those left out before it.
 */
export function createLog(
  level: Env['LOG_LEVEL'],
  target: DestinationStream | undefined = process.stdout.isTTY ? readable() : undefined,
): Logger {
  const pass = createOutageGate(() => performance.now());
  const options: LoggerOptions = {
    level,
    serializers: { err: errorForLog },
    hooks: {
      logMethod(args, method) {
        const [details] = args as unknown as [{ err?: unknown } | undefined];
        const isAway = typeof details === 'object' && (isOutage(details.err) || isReadOnly(details.err));
        if (!isAway) return method.apply(this, args);
        const leftOut = pass();
        if (leftOut === null) return;
        if (leftOut > 0) Object.assign(args, [{ ...details, left_out: leftOut }]);
        method.apply(this, args);
      },
    },
  };
  return target === undefined ? pino(options) : pino(options, target);
}

const always = new Set(['level', 'time', 'pid', 'hostname', 'msg']);

/** Readable format: `12:30:05 warn  media: probe failed file=7`. */
function readable(): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const line = JSON.parse(chunk.toString()) as Record<string, unknown> & { level: number; time: number };
      const time = new Date(line.time).toTimeString().slice(0, 8);
      const level = (levels.labels[line.level] ?? '').padEnd(5);
      const error = line.err as { stack?: string } | undefined;
      const rest = Object.entries(line)
        .filter(([key]) => !always.has(key) && key !== 'err')
        .map(([key, value]) => ` ${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
      const stack = error?.stack ? `\n${error.stack}` : '';
      process.stdout.write(`${time} ${level} ${String(line.msg ?? '')}${rest.join('')}${stack}\n`);
      done();
    },
  });
}
