import { expect, test } from 'vitest';
import { orderRecords, servicesOf } from '../../../server/platform/sip/services.ts';

/** docs/rules/telephone-system.md#the-registrar-of-a-domain */

const record = (name: string, priority: number, weight: number) => ({ name, priority, weight, port: 5070 });

test('lower priorities come first, equal ones by their weights', () => {
  const records = [record('spare', 20, 0), record('light', 10, 1), record('heavy', 10, 3)];
  const order = (random: number) => orderRecords(records, () => random).map(({ name }) => name);
  expect(order(0)).toEqual(['light', 'heavy', 'spare']);
  expect(order(0.5)).toEqual(['heavy', 'light', 'spare']);
  expect(orderRecords([record('a', 1, 0), record('b', 1, 0)])).toHaveLength(2);
});

test.each([
  ['udp', '_sip._udp.pbx.example'],
  ['tcp', '_sip._tcp.pbx.example'],
  ['tls', '_sips._tcp.pbx.example'],
] as const)('the service of %s is asked for', async (protocol, name) => {
  const asked: string[] = [];
  const found = await servicesOf(protocol, { host: 'pbx.example', port: null }, async (one) => {
    asked.push(one);
    return [record('two', 2, 0), record('one', 1, 0)];
  });
  expect(asked).toEqual([name]);
  expect(found).toEqual([
    { host: 'one', port: 5070 },
    { host: 'two', port: 5070 },
  ]);
});

test.each([
  ['an address', '10.0.0.5', null],
  ['a name of this network', 'pbx', null],
  ['a host with a port', 'pbx.example', 5080],
])('%s stands for itself', async (_, host, port) => {
  const resolve = () => Promise.reject(new Error('asked'));
  expect(await servicesOf('udp', { host, port }, resolve)).toEqual([{ host, port }]);
});

test('a domain without records, or without a name server, stands for itself', async () => {
  const own = { host: 'pbx.example', port: null };
  expect(await servicesOf('udp', own, () => Promise.reject(new Error('ENOTFOUND')))).toEqual([own]);
  expect(await servicesOf('udp', own, async () => [])).toEqual([own]);
});
