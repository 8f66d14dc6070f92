import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AirSite, startAirSite } from './airSite.ts';

/** Words that are said at once: synchronous TTS broadcasts, task type 6. */
let site: AirSite;
beforeAll(async () => {
  site = await startAirSite();
});
afterAll(() => site.close());

const taskOf = async (id: number) => (await site.get(`/v1/task/${id}`)).body.value;

test('typed words are type 6 with the weight of real-time tasks, by either route', async () => {
  const { client, id: terminal } = await site.adopted('SAY-1');
  const words = 'The gate closes in ten minutes. Please leave the yard.';
  const answer = await site.post('/v1/task/say', { textContent: words, devices: [terminal], priority: 60 });
  const { id } = answer.body.value as { id: number };
  expect(await client.next('stream.open')).toMatchObject({ broadcast: id, task_type: 6, priority: 60 });
  expect(site.live(id)).toMatchObject({
    task_type: 6,
    audio_source: 1,
    weight: 20_060,
    name: words.slice(0, 50),
  });
  const begun = await site.started({
    name: 'Typed',
    audio_source: 1,
    textContent: words,
    devices: [terminal],
  });
  expect(await taskOf(begun)).toMatchObject({ task_type: 6, textContent: words });
  await site.act(id, 'stop');
  await site.act(begun, 'stop');
});

test('without words or targets it is refused at the field', async () => {
  const { id: terminal } = await site.adopted('SAY-2');
  const refused = async (body: object) => (await site.post('/v1/task/say', body)).body;
  expect(await refused({ textContent: ' ', devices: [terminal] })).toMatchObject({ code: 400 });
  expect(await refused({ textContent: 'Hello' })).toMatchObject({ code: 400 });
});
