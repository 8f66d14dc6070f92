import { expect, test } from 'vitest';
import { createPathTickets, PATH_TICKET_MS } from '../../../server/platform/http/pathTickets.ts';

const of = (accountId: number) => ({ sessionId: accountId * 10, accountId, lang: 'en' as const });

test('an account that requests very many tickets displaces only its own', () => {
  const tickets = createPathTickets(() => 0);
  const theirs = tickets.issue('/v1/a', of(2));
  const first = tickets.issue('/v1/a', of(1));
  for (let i = 0; i < 20_000; i++) tickets.issue(`/v1/${i}`, of(1));
  const last = tickets.issue('/v1/b', of(1));
  expect(tickets.holder('/v1/a', first)).toBeNull();
  expect(tickets.holder('/v1/b', last)).toMatchObject({ accountId: 1 });
  expect(tickets.holder('/v1/a', theirs)).toMatchObject({ sessionId: 20 });
});

test('a ticket is for one path, and its lifetime restarts at each use', () => {
  let now = 0;
  const tickets = createPathTickets(() => now);
  const ticket = tickets.issue('/v1/a', of(1));
  expect(tickets.holder('/v1/b', ticket)).toBeNull();
  now = PATH_TICKET_MS - 1;
  expect(tickets.holder('/v1/a', ticket)).toMatchObject({ accountId: 1 });
  now += PATH_TICKET_MS - 1;
  // Other tickets are issued meanwhile.
  tickets.issue('/v1/c', of(2));
  expect(tickets.holder('/v1/a', ticket)).toMatchObject({ accountId: 1 });
  now += PATH_TICKET_MS;
  expect(tickets.holder('/v1/a', ticket)).toBeNull();
});
