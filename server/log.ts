import { Writable } from 'node:stream';
import { type Logger, levels, pino } from 'pino';
import type { Env } from './env.ts';

/** The server's log: one JSON object per line, or a line for people where they watch it on a terminal. */
export function createLog(level: Env['LOG_LEVEL']): Logger {
  return process.stdout.isTTY ? pino({ level }, readable()) : pino({ level });
}

const always = new Set(['level', 'time', 'pid', 'hostname', 'msg']);

/** Time, level, message and the rest: `12:30:05 warn  media: probe failed file=7`. */
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
