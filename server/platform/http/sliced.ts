import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { createSlices } from '../process/slices.ts';
import { ok } from './envelope.ts';

/** Number of rows validated and written at a time. */
const ROWS = 100;

/**
 * Sends the success envelope with many rows under one name: they are written as they come, so that neither
 * rows nor text block the event loop. Fields that are not in `row` are left out.
 *
 * @param value the fields beside the rows
 */
export function sendSliced<Row extends z.ZodType>(
  request: FastifyRequest,
  reply: FastifyReply,
  value: object,
  rows: { name: string; row: Row; of: Iterable<z.output<Row>> | AsyncIterable<z.output<Row>> },
): FastifyReply {
  const { value: _none, ...envelope } = ok(request, null);
  const list = z.array(rows.row);
  async function* text(): AsyncGenerator<string> {
    yield `${JSON.stringify(envelope).slice(0, -1)},"value":{${JSON.stringify(rows.name)}:[`;
    const nextSlice = createSlices();
    let separator = '';
    let part: z.output<Row>[] = [];
    const write = () => {
      const written = separator + JSON.stringify(z.encode(list, part)).slice(1, -1);
      separator = ',';
      part = [];
      return written;
    };
    for await (const row of rows.of) {
      if (part.push(row) < ROWS) continue;
      yield write();
      await nextSlice();
    }
    if (part.length > 0) yield write();
    const rest = JSON.stringify(value).slice(1);
    yield rest === '}' ? ']}}' : `],${rest}}`;
  }
  return reply.type('application/json; charset=utf-8').send(Readable.from(text(), { objectMode: false }));
}
