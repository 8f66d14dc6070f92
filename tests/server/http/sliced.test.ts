import fastify from 'fastify';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sendSliced } from '../../../server/platform/http/sliced.ts';

const row = z.object({ id: z.number() });

/** Rows that are slow to generate, with a field that must be withheld. */
function* slowly(count: number): Generator<{ id: number; secret: string }> {
  for (let id = 0; id < count; id++) {
    const until = performance.now() + 0.1;
    while (performance.now() < until);
    yield { id, secret: 'kept' };
  }
}

async function answer(count: number) {
  const app = fastify();
  app.decorateRequest('lang', 'en');
  app.get('/rows', (request, reply) => {
    sendSliced(request, reply, { truncated: false }, { name: 'rows', row, of: slowly(count) });
  });
  let turns = 0;
  const turn = () => {
    turns += 1;
    pending = setImmediate(turn);
  };
  let pending = setImmediate(turn);
  const response = await app.inject('/rows');
  clearImmediate(pending);
  await app.close();
  return { response, turns };
}

test.each([0, 1, 100, 1234])('%d rows are sent completely, without withheld fields', async (count) => {
  const { response } = await answer(count);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  const rows = Array.from({ length: count }, (_, id) => ({ id }));
  expect(response.json()).toEqual({
    code: 200,
    message: expect.any(String),
    value: { rows, truncated: false },
  });
});

test('other work continues between the rows', async () => {
  const few = await answer(1);
  const many = await answer(2_000);
  expect(many.turns).toBeGreaterThan(few.turns + 5);
});
