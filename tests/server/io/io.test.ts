import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type IoLive, type IoOwner, ioId } from '../../../contract/entities/terminals/io.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import { createIo } from '../../../server/site/io/io.ts';
import { eventually } from '../../support/eventually.ts';
import { type IoSite, results, startIoSite } from './ioSite.ts';
import { panel } from './panel.ts';

let site: IoSite;
beforeAll(async () => {
  site = await startIoSite();
});
afterAll(() => site.close());

describe('outputs', () => {
  test('manual: held until released, with the holder, stored, and sent to the terminal', async () => {
    const { id, client, output } = await site.fire();
    const hold = await site.post('/v1/io/output', {
      outputs: [
        { terminal_id: id, output: 1 },
        { terminal_id: 999_999, output: 1 },
      ],
      action: 'hold',
    });
    expect(results(hold).map((one) => one.ok)).toEqual([true, false]);
    expect((await client.next('outputs')).set).toEqual([{ output: 1, on: true }]);
    expect(site.line(id, 'output', 1)).toMatchObject({ wanted: true, active: false });
    expect(site.line(id, 'output', 1)?.owners).toEqual([expect.objectContaining({ kind: 'manual' })]);
    output(1, true);
    await eventually(() => expect(site.line(id, 'output', 1)?.active).toBe(true));
    const { rows } = await site.database.pool.query('select output from io_hold where terminal_id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ output: 1 }]);
    await site.post('/v1/io/output', { outputs: [{ terminal_id: id, output: 1 }], action: 'off' });
    expect((await client.next('outputs')).set).toEqual([{ output: 1, on: false }]);
    expect(site.line(id, 'output', 1)).toMatchObject({ wanted: false, owners: [] });
    await eventually(async () =>
      expect((await site.events(id)).map((one) => [one.kind, one.by !== ''])).toEqual([
        ['release', true],
        ['hold', true],
      ]),
    );
  });

  test('a pulse is timed by the terminal and ends here too', async () => {
    const { id, client } = await site.fire();
    await site.post('/v1/io/output', {
      outputs: [{ terminal_id: id, output: 2 }],
      action: 'pulse',
      pulse_ms: 200,
    });
    expect((await client.next('outputs')).set).toEqual([{ output: 2, on: true, pulse_ms: 200 }]);
    await eventually(() => expect(site.line(id, 'output', 2)).toMatchObject({ wanted: false, until: null }));
    const outputs = [{ terminal_id: id, output: 3 }];
    await site.post('/v1/io/output', { outputs, action: 'pulse', pulse_ms: 600_000 });
    expect(site.line(id, 'output', 3)?.until).toBeGreaterThan(Date.now());
    await site.post('/v1/io/output', { outputs, action: 'off' });
    await client.next('outputs');
    expect((await client.next('outputs')).set).toEqual([{ output: 3, on: false }]);
  });

  test('outputs held by an alarm cannot be switched off manually, and stay on while one of two alarms holds them', async () => {
    const { id, client } = await site.fire();
    const { outputs } = site.deps.io;
    const [first, second] = [1, 2].map((n) => ({ kind: 'alarm' as const, id: n, name: `Alarm ${n}` })) as [
      IoOwner,
      IoOwner,
    ];
    const line = { terminal_id: id, output: 3 };
    outputs.hold(first, [line]);
    outputs.hold(second, [line]);
    expect((await client.next('outputs')).set).toEqual([{ output: 3, on: true }]);
    const off = await site.post('/v1/io/output', { outputs: [line], action: 'off' });
    expect(results(off)).toEqual([
      expect.objectContaining({ ok: false, message: expect.stringContaining('Alarm 1') }),
    ]);
    outputs.release(first);
    expect(site.line(id, 'output', 3)?.wanted).toBe(true);
    outputs.hold(second, [{ terminal_id: id, output: 1 }]);
    expect((await client.next('outputs')).set).toEqual([
      { output: 3, on: false },
      { output: 1, on: true },
    ]);
    outputs.release(second);
  });

  test('a reconnecting terminal is sent the active outputs first, then all its outputs', async () => {
    const one = await site.fire();
    await site.post('/v1/io/output', { outputs: [{ terminal_id: one.id, output: 1 }], action: 'hold' });
    await one.client.next('outputs');
    await one.client.drop();
    await eventually(() =>
      expect(site.line(one.id, 'output', 1)).toMatchObject({ online: false, active: null }),
    );
    const again = panel(await site.reconnected(one));
    expect((await again.client.next('outputs')).set).toEqual([{ output: 1, on: true }]);
    again.output(2, true);
    expect((await again.client.next('outputs')).set).toEqual([
      { output: 1, on: true },
      { output: 2, on: false },
      { output: 3, on: false },
    ]);
  });

  test('an output that does not follow its command is a fault after 3 s, until it does', async () => {
    const { id, client, output } = await site.fire();
    await site.post('/v1/io/output', { outputs: [{ terminal_id: id, output: 1 }], action: 'hold' });
    await client.next('outputs');
    await eventually(() => expect(site.faults('output_failed').map((f) => f.terminal_id)).toContain(id));
    await eventually(async () =>
      expect((await site.events(id))[0]).toMatchObject({ kind: 'failed', number: 1 }),
    );
    output(1, true);
    await eventually(() => expect(site.faults('output_failed').map((f) => f.terminal_id)).not.toContain(id));
  });
});

describe('inputs', () => {
  test('edges are shown and logged; in test mode they start nothing until it ends', async () => {
    const { id, input } = await site.fire();
    const heard: [number, boolean][] = [];
    const end = site.deps.io.onInput((terminal, number, active) => {
      if (terminal === id) heard.push([number, active]);
    });
    input(1, true);
    await eventually(() => expect(heard).toEqual([[1, true]]));
    const on = await site.post('/v1/io/test', { terminal_id: id, input_nums: [2, 9], on: true, minutes: 5 });
    expect(results(on).map((one) => one.ok)).toEqual([true, false]);
    expect(site.deps.io.isTested(id, 2)).toBe(true);
    input(2, true);
    await eventually(() => expect(site.line(id, 'input', 2)).toMatchObject({ active: true, test: true }));
    expect(heard).toHaveLength(1);
    expect(site.deps.io.activeInputs(id)).toEqual([1]);
    await site.post('/v1/io/test', { terminal_id: id, on: false });
    expect(heard).toEqual([
      [1, true],
      [2, true],
    ]);
    await eventually(async () =>
      expect((await site.events(id)).map((one) => [one.kind, one.number, one.test])).toEqual([
        ['test_off', 2, false],
        ['active', 2, true],
        ['test_on', 2, true],
        ['active', 1, false],
      ]),
    );
    end();
  });

  test('broken wiring of a supervised input is a fault; unsupervised inputs have none', async () => {
    const { id, input } = await site.fire();
    const inputs = [true, false].map((supervised) => ({
      name: supervised ? 'Door' : '',
      contact: 'normally_open',
      debounce_ms: 50,
      supervised,
    }));
    const patched = await site.call('PATCH', `/v1/fire_control_device/${id}`, {
      token: site.token,
      body: { inputs },
    });
    expect(patched.body.code).toBe(200);
    input(1, false, 'open');
    input(2, false, 'open');
    await eventually(() => expect(site.line(id, 'input', 1)?.line).toBe('open'));
    await eventually(() =>
      expect(site.faults('input_line').map((f) => f.params)).toEqual([
        expect.objectContaining({ number: 1, line: 'Door', state: 'open' }),
      ]),
    );
    expect(site.line(id, 'input', 2)?.line).toBe(null);
    input(1, false);
    await eventually(() => expect(site.faults('input_line')).toEqual([]));
  });

  test('a lost fire terminal is a fault of its own kind', async () => {
    const one = await site.fire();
    await one.client.drop();
    await eventually(() =>
      expect(site.faults('fire_device_lost').map((f) => f.terminal_id)).toContain(one.id),
    );
    expect(site.faults('terminal_lost').map((f) => f.terminal_id)).not.toContain(one.id);
    await site.reconnected(one);
    await eventually(() =>
      expect(site.faults('fire_device_lost').map((f) => f.terminal_id)).not.toContain(one.id),
    );
  });
});

test('a caller with other zones can neither switch nor read these lines', async () => {
  const [north, south] = [await site.zone('North'), await site.zone('South')];
  const { id } = await site.fire(north);
  const token = await site.limited('southerner', south);
  const body = { outputs: [{ terminal_id: id, output: 1 }], action: 'hold' };
  expect(results(await site.post('/v1/io/output', body, token))[0]?.ok).toBe(false);
  expect((await site.post('/v1/io/test', { terminal_id: id, on: true }, token)).status).toBe(404);
  await site.post('/v1/io/output', body);
  await eventually(async () => expect(await site.events(id)).toHaveLength(1));
  const seen = await site.call('GET', '/v1/io/event', { token });
  expect(seen.body.value).toEqual({ rows: [], next: null });
});

test('a restart keeps manual holds, running tests and active inputs', async () => {
  const { id, input, client } = await site.fire();
  // The restarted server knows named lines before the terminal reconnects.
  const inputs = [{ name: 'Door', contact: 'normally_open', debounce_ms: 0, supervised: false }];
  await site.call('PATCH', `/v1/fire_control_device/${id}`, { token: site.token, body: { inputs } });
  await site.post('/v1/io/output', { outputs: [{ terminal_id: id, output: 2 }], action: 'hold' });
  await client.next('outputs');
  await site.post('/v1/io/test', { terminal_id: id, input_nums: [3], on: true, minutes: 5 });
  input(1, true);
  await eventually(async () =>
    expect((await site.events(id))[0]).toMatchObject({ kind: 'active', number: 1 }),
  );
  await eventually(async () => expect(await site.events(id)).toHaveLength(3));
  const shown = (direction: 'input' | 'output', number: number) => {
    const { changed_at, changed_by } = site.line(id, direction, number) ?? {};
    return { changed_at, changed_by };
  };
  const live = createLiveHub();
  const again = await createIo({ ...site.deps, live, faults: site.deps.faultWatch.faults });
  const line = (direction: 'input' | 'output', number: number) =>
    live.topic<IoLive>('io').get(ioId(id, direction, number));
  expect(line('output', 2)).toMatchObject({ wanted: true, owners: [{ kind: 'manual' }] });
  expect(shown('output', 2).changed_by).not.toBe('');
  expect(line('output', 2)).toMatchObject(shown('output', 2));
  expect(line('input', 1)).toMatchObject(shown('input', 1));
  expect([again.isTested(id, 3), again.isTested(id, 1), again.activeInputs(id)]).toEqual([true, false, [1]]);
  // An unchanged input is no new edge.
  const heard: number[] = [];
  again.onInput((terminal, number) => terminal === id && heard.push(number));
  input(2, true);
  await eventually(() => expect(heard).toEqual([2]));
  await again.close();
  live.close();
});
