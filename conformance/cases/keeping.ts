import type { Case } from '../case.types.ts';
import { check, msText } from '../failure.ts';
import { itemOf, keepCase } from '../keepServer.ts';

const first = itemOf(0, 2_000);

/** Cases of the sound that a terminal keeps. */
export const keeping: Case[] = [
  keepCase(
    {
      id: 'keep',
      anchor: 'what-to-keep',
      sentence: 'Fetch missing items over HTTP, from the same address as the socket. Ask for a ticket first.',
      expected: '`keep.want`, a GET with the ticket, and `keep.state` of the revision with trouble null',
    },
    async ({ link, keep }) => {
      await keep.store(link, [first]);
      const [get] = keep.fetched;
      const seen = `${keep.fetched.length} GET, ticket ${get?.ticket}, status ${get?.status}`;
      check(get === undefined || get.status === 200, seen);
      return seen;
    },
  ),
  keepCase(
    {
      id: 'keep-ticket',
      anchor: 'what-to-keep',
      sentence: 'Ask again when it has expired (`401`)',
      expected: 'after a 401: another `keep.want`, and a GET with the new ticket',
    },
    async ({ bench, link, keep }) => {
      const sinceUs = bench.clock.us();
      keep.next = { status: 401 };
      await keep.store(link, [first, itemOf(1, 2_000)]);
      const tickets = keep.fetched.map(({ ticket }) => ticket);
      const wants = link.ofType('keep.want', sinceUs).length;
      const seen = `keep.want ${wants} times, tickets ${tickets}`;
      check(wants >= 1 && tickets.length === 2 && tickets[0] !== tickets[1], seen);
      return seen;
    },
  ),
  keepCase(
    {
      id: 'keep-busy',
      anchor: 'what-to-keep',
      sentence: 'Try again after `retry-after` seconds plus a random time of up to the same length.',
      expected: 'the next GET 2 s to 4 s after a 429 with `retry-after` 2',
    },
    async ({ bench, link, keep }) => {
      keep.next = { status: 429, retryS: 2 };
      await keep.store(link, [first, itemOf(2, 2_000)]);
      const [refused, again] = keep.fetched;
      const waitedUs = (again?.atUs ?? Number.NaN) - (refused?.atUs ?? Number.NaN);
      check(
        waitedUs >= 1_950_000 && waitedUs <= (4_500 + bench.tolerances.messageMs) * 1e3,
        msText(waitedUs),
      );
      return msText(waitedUs);
    },
  ),
  keepCase(
    {
      id: 'keep-corrupt',
      anchor: 'what-to-keep',
      sentence: 'Check the SHA-256 before you keep an item',
      expected: 'an item whose first answer had a wrong byte is missing until it was fetched again',
    },
    async ({ link, keep }) => {
      keep.next = 'corrupt';
      await keep.store(link, [first, itemOf(3, 2_000)]);
      check(keep.fetched.length === 2, `synchronised after ${keep.fetched.length} GET`);
      return 'fetched twice';
    },
  ),
  keepCase(
    {
      id: 'keep-deleted',
      anchor: 'what-to-keep',
      sentence: 'Delete everything that it does not name, also media.',
      expected: '`bytes` 0 with an empty manifest, and a GET when the item is named again',
    },
    async ({ bench, link, keep }) => {
      const item = itemOf(4, 2_000);
      await keep.store(link, [item]);
      const revision = keep.send(link, []);
      const isEmpty = () =>
        link.ofType('keep.state').find(({ message }) => message.revision === revision && message.bytes === 0);
      await link.until('keep.state with bytes 0', 5_000 + bench.tolerances.messageMs, isEmpty);
      const { length } = keep.fetched;
      await keep.store(link, [item]);
      check(keep.fetched.length === length + 1, `${keep.fetched.length - length} GET`);
      return 'bytes 0, then fetched again';
    },
  ),
];
