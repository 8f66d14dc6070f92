import { afterEach, expect, test } from 'vitest';
import { form, packageOf, startUpgradeSite, stranger, type UpgradeSite, until } from './upgradeSite.ts';

let site: UpgradeSite;
afterEach(() => site.close());

test('the server checks selection, support, online state, scope, kind, keys and other batches', async () => {
  site = await startUpgradeSite();
  const [north, south] = [await site.zone('North'), await site.zone('South')];
  const [mine, theirs] = [await site.column('NORTH-1', north), await site.column('SOUTH-1', south)];
  const plain = await site.adopted('PLAIN-1', north);
  const gone = await site.column('GONE-1', north);
  await gone.client.drop();
  const { value: file } = await site.upload(packageOf('2'));
  const { value: foreign } = await site.upload(packageOf('3', { pem: stranger.pem }));
  expect(foreign).toMatchObject({ signer: null, signer_key: stranger.publicKey });
  const begin = async (upgrade_file: number, terminals: number[], token = site.token) =>
    (await site.post('/v1/upgrade', { upgrade_file, terminals }, token)).body;
  expect(await begin(file.id, [])).toMatchObject({ code: 999, key: 'terminal.selectFirst' });
  await until(async () =>
    expect(await begin(file.id, [gone.id])).toMatchObject({ message: 'GONE-1 - GONE-1 offline' }),
  );
  expect(await begin(file.id, [plain.id])).toMatchObject({
    message: 'PLAIN-1 - PLAIN-1 not supported upgrade',
  });
  expect(await begin(foreign.id, [mine.id])).toMatchObject({ code: 999, key: 'upgrade.untrusted' });
  expect(await begin(file.id, [99_999])).toMatchObject({ code: 404 });
  const northern = await site.limited('northern', north);
  expect(await begin(file.id, [theirs.id], northern)).toMatchObject({ code: 404 });
  const check = await site.post('/v1/upgrade/check', {
    upgrade_file: file.id,
    terminals: [mine.id, plain.id, gone.id],
  });
  expect(check.body.value).toMatchObject({ fault: null, terminals: [{ id: plain.id }, { id: gone.id }] });

  const id = await site.begin(file.id, [mine.id, theirs.id]);
  expect(await begin(file.id, [theirs.id])).toMatchObject({ code: 999, key: 'upgrade.busy' });
  // Half of it is not theirs: they see their half, and cannot act on the whole.
  expect((await site.terminals(id, northern)).map(({ code }) => code)).toEqual(['NORTH-1']);
  expect(await site.batch(id, northern)).toMatchObject({ total: 1 });
  expect((await site.post(`/v1/upgrade/${id}/pause`, {}, northern)).body.code).toBe(403);
  const inUse = await site.call('DELETE', `/v1/upgrade_file/${file.id}`, { token: site.token });
  expect(inUse.body).toMatchObject({ code: 409, key: 'upgrade.inUse' });
});

test('an upload requires its permission, and one package at a time', async () => {
  site = await startUpgradeSite();
  const { headers } = form(packageOf('2'));
  const empty = await site.app.inject({
    ...{ method: 'POST', url: '/v1/upgrade_file/upload', payload: '------upgrade--\r\n' },
    headers: { ...headers, access_token: site.token },
  });
  expect(empty.json()).toMatchObject({ code: 400 });
  expect(await site.upload(packageOf('2'))).toMatchObject({ code: 200 });
  expect(await site.upload(packageOf('2', { payload: Buffer.from('other') }))).toMatchObject({
    code: 409,
    key: 'upgrade.duplicate',
  });
});
