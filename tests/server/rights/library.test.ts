import { afterAll, beforeAll, expect, test } from 'vitest';
import { WAV_HEADER_BYTES, wavHeader } from '../../../contract/protocol/wav.ts';
import { type AirSite, startAirSite } from '../broadcast/airSite.ts';
import { multipart } from '../transfer/files.ts';
import { makeSamples, type Samples } from './samples.ts';

let site: AirSite;
let samples: Samples;
let [south, north] = ['', ''];
beforeAll(async () => {
  site = await startAirSite();
  samples = await makeSamples(site);
  south = await site.limited('southlibrary', samples.south);
  north = await site.limited('northlibrary', samples.north);
});
afterAll(() => site.close());

const kinds = {
  preset_text: { name: 'Words', textContent: 'Go.' },
  radio: { name: 'Waves', radio_url: 'http://127.0.0.1:9/x' },
  file_group: { name: 'Files' },
  preset_text_group: { name: 'Texts' },
  radio_group: { name: 'Stations' },
};
type Thing = { id: number; org: number | null };
const make = async (path: string, body: object, token = site.token) =>
  (await site.call('POST', `/v1/${path}`, { token, body })).body;
const idOf = (path: string) => (samples.rows[path] as { id: number }).id;

test.each(Object.entries(kinds))(
  '%s of the whole site is readable by all and can be changed only with the whole site',
  async (path, form) => {
    const made = (await make(path, form)).value as Thing;
    expect(made.org).toBeNull();
    const at = `/v1/${path}/${made.id}`;
    expect((await site.call('GET', at, { token: south })).status).toBe(200);
    for (const [method, body] of [
      ['PATCH', { name: 'Mine now' }],
      ['PATCH', { org: samples.south }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await site.call(method, at, { token: south, ...(body === undefined ? {} : { body }) });
      expect(answer.body, `${method} ${path}`).toMatchObject({ code: 403, key: 'media.ofWholeSite' });
    }
    const order = await site.call('PUT', `/v1/${path}/order`, {
      token: south,
      body: { group_id: null, ids: [made.id] },
    });
    expect(order.body).toMatchObject({ code: 403 });
    expect((await site.call('PATCH', at, { token: site.token, body: { name: 'Renamed' } })).status).toBe(200);
  },
);

test.each(Object.entries(kinds))(
  '%s of a new account belongs to its zone, and is invisible in others',
  async (path, form) => {
    const own = (await make(path, form, south)).value as Thing;
    expect(own.org).toBe(samples.south);
    expect((await site.call('GET', `/v1/${path}/${own.id}`, { token: north })).status).toBe(404);
    expect(await make(path, { ...form, org: samples.north }, south)).toMatchObject({ code: 404 });
    expect(await make(path, { ...form, org: null }, south)).toMatchObject({ code: 403 });
    const top = (await make(path, { ...form, org: site.top() })).value as Thing;
    expect(top.org).toBeNull();
  },
);

/** Uploads a second of sound. */
async function upload(token: string, query: string) {
  const bytes = Buffer.alloc(WAV_HEADER_BYTES + 96_000);
  bytes.set(wavHeader(48_000, 96_000));
  const { payload, headers } = multipart('sound.wav', bytes);
  const url = `/v1/file/upload${query}`;
  const answer = await site.app.inject({
    method: 'POST',
    url,
    headers: { ...headers, access_token: token },
    payload,
  });
  return answer.json() as { code: number; value: { files: { file: Thing }[] } };
}
test('an upload belongs to the zone of the account, or to the requested one of its zones', async () => {
  const wing = await site.zone('South wing', samples.south);
  const owner = async (token: string, query: string) => (await upload(token, query)).value.files[0]?.file.org;
  expect(await owner(south, '')).toBe(samples.south);
  expect(await owner(south, `?org=${wing}`)).toBe(wing);
  expect(await owner(site.token, '')).toBeNull();
  expect(await owner(site.token, `?org=${samples.south}`)).toBe(samples.south);
  expect((await upload(south, `?org=${samples.north}`)).code).toBe(404);
  expect((await upload(south, `?org=${site.top()}`)).code).toBe(404);
});

test('entries of others cannot be used in tasks or groups, and their users are not revealed', async () => {
  const [text, file] = [idOf('preset_text'), idOf('file')];
  const { id: device } = await site.adopted('SOUTH-LIBRARY', samples.south);
  const targets = { name: 'T', devices: [device] };
  const tries: [string, object][] = [
    ['/v1/linkage_task', { ...targets, org: samples.south, audio_source: 1, preset_text: text }],
    ['/v1/linkage_task', { ...targets, org: samples.south, files: [file] }],
    ['/v1/linkage_task/preview', { name: 'T', files: [file] }],
    ['/v1/task', { ...targets, audio_source: 0, files: [file] }],
    ['/v1/task', { ...targets, audio_source: 1, preset_text: text }],
  ];
  for (const [path, body] of tries)
    expect((await site.call('POST', path, { token: south, body })).status, path).toBe(404);
  expect(
    (await site.call('POST', tries[1]?.[0] ?? '', { token: north, body: tries[2]?.[1] ?? {} })).status,
  ).not.toBe(404);
  const group = (await make('preset_text_group', { name: 'Of all' })).value as Thing;
  const own = (await make('preset_text', { name: 'Own', textContent: 'Go.' }, south)).value as Thing;
  for (const into of [group.id, idOf('preset_text_group')]) {
    const moved = await site.call('PATCH', `/v1/preset_text/${own.id}`, {
      token: south,
      body: { group_id: into },
    });
    expect([403, 404]).toContain(moved.status);
  }
  await site.post('/v1/linkage_task', {
    name: 'Of the north',
    org: samples.north,
    orgs: [samples.north],
    audio_source: 1,
    preset_text: text,
  });
  const users = async (token: string) =>
    (await site.call('GET', `/v1/preset_text/used?ids=${text}`, { token })).body.value;
  expect(await users(south)).toEqual([{ id: text, users: [], elsewhere: 0 }]);
  expect(await users(north)).toEqual([{ id: text, users: ['Of the north'], elsewhere: 0 }]);
});

test("users outside the caller's zones are counted without names", async () => {
  const shared = (await make('preset_text', { name: 'Shared', textContent: 'Go.' })).value as Thing;
  const mine = (await make('preset_text', { name: 'Mine', textContent: 'Go.' }, south)).value as Thing;
  const { id: far } = await site.adopted('NORTH-USES', samples.north);
  const { id: near } = await site.adopted('SOUTH-USES', samples.south);
  const by = (name: string, org: number, device: number, id: number) =>
    site.post('/v1/linkage_task', { name, org, devices: [device], audio_source: 1, preset_text: id });
  await by('Far', samples.north, far, shared.id);
  await by('Far', samples.north, far, mine.id);
  await by('Near', samples.south, near, shared.id);
  const saved = {
    audio_source: 1,
    preset_text: shared.id,
    start_date: '2027-01-04',
    start_time: '08:00:00',
    priority: 1,
  };
  for (const [name, device] of [
    ['Far bell', far],
    ['Near bell', near],
  ] as const)
    expect((await site.post('/v1/scheduled_task', { ...saved, name, devices: [device] })).body).toMatchObject(
      { code: 200 },
    );
  const used = async (token: string) =>
    (await site.call('GET', `/v1/preset_text/used?ids=${shared.id},${mine.id}`, { token })).body.value;
  expect(await used(south)).toEqual([
    { id: shared.id, users: ['Near bell', 'Near'], elsewhere: 2 },
    { id: mine.id, users: [], elsewhere: 1 },
  ]);
  expect((await used(site.token)) as object[]).toMatchObject([{ elsewhere: 0 }, { elsewhere: 0 }]);
  const gone = await site.call('DELETE', `/v1/preset_text/${mine.id}`, { token: south });
  expect(gone.body).toMatchObject({ code: 409, key: 'common.inUseElsewhere' });
  expect(gone.body.message).not.toContain('Far');
});

test('a zone that owns library entries cannot be deleted', async () => {
  const zone = await site.zone('Owning');
  await make('radio', { ...kinds.radio, org: zone });
  const gone = await site.call('DELETE', `/v1/partition/${zone}`, { token: site.token });
  expect(gone.body).toMatchObject({ code: 409, key: 'zone.notEmpty' });
});
