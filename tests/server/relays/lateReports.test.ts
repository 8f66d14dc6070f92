import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { startRelaySite } from './relaySite.ts';

test('reports that follow the bye of a terminal do not cut the line of its relay', async () => {
  const site = await startRelaySite();
  onTestFinished(() => site.stop());
  await site.until('connected');
  const { client, id } = await site.adopted('LEAVES-1', site.zones.north);
  client.report({ volume: 33, received: 1 });
  await eventually(async () =>
    expect(await site.api.get(`/v1/device/${id}`)).toMatchObject({ ao_volume: 33 }),
  );
  client.send({ type: 'bye', reason: 'stopped' });
  // The relay sends a report that waits as soon as it gets the next one.
  for (const received of [5, 9]) client.report({ received });
  const next = await site.hello('STAYS-1');
  await next.next('found');
  expect((await site.overview()).refused).toEqual([]);
}, 120_000);
