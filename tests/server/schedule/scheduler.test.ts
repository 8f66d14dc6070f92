import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { everyNth } from '../../support/random.ts';
import { packetsOf } from '../broadcast/airSite.ts';
import { firstOf, type ScheduleSite, startScheduleSite, until } from './scheduleSite.ts';

let site: ScheduleSite;
beforeAll(async () => {
  site = await startScheduleSite();
});
afterAll(() => site.close());

const once = (ms: number) => {
  const { at, ...start } = site.wall.in(ms);
  return { ...start, end_date: start.start_date, at };
};
/** Wall time at which a terminal first hears a file. */
const heardAt = (at_us: number) => site.deps.clock.toWall(at_us);

describe('a task that is due', () => {
  test('is heard on its second, is executing then, and free afterwards', async () => {
    const { client, id } = await site.adopted('BELL-1');
    const song = await site.file('Bell', 2);
    const { at, ...when } = once(2_500);
    const task = await site.task({ ...when, files: [song], devices: [id], volume: 30 });
    expect(task).toMatchObject({ validity: 'in_effect', next_run: at / 1000, run_ms: 2_000, targets: 1 });
    const open = await client.next('stream.open');
    expect(open).toMatchObject({ volume: 30, title: 'Bell', task_type: 0 });
    expect(Math.abs(heardAt(open.from_us) - at)).toBeLessThan(50);
    await until('executing', () => site.liveTask(task.id)?.validity === 'executing');
    await until('playing', () => site.liveTask(task.id)?.state === 'playing');
    expect(site.liveTask(task.id)).toMatchObject({ play_status: 2 });
    const first = await until('sound', () => firstOf(client, song));
    expect(first).toEqual({ at_us: open.from_us, packet: 0 });
    await client.next('stream.close');
    await until('free', () => site.liveTask(task.id)?.play_status === 0);
    // The end is stored beside the sound.
    await until('stored', async () => (await site.runs(task.id))[0]?.state === 'ended');
    expect(await site.runs(task.id)).toMatchObject([{ due_at: String(at), end_reason: 'finished' }]);
  });

  test('two tasks with different terminals start together; a bell pre-empts music of lower priority, which returns', async () => {
    const [one, two] = [await site.adopted('HALL-1'), await site.adopted('HALL-2')];
    const [music, bell] = [await site.file('Music', 60), await site.file('Gong', 1)];
    const begun = await site.task({
      name: 'Music',
      ...once(1_500),
      files: [music],
      devices: [one.id, two.id],
      priority: 10,
      duration: 20,
    });
    const rung = await site.task({
      name: 'Gong',
      ...once(3_500),
      files: [bell],
      devices: [one.id],
      priority: 90,
    });
    expect(rung.meets).toMatchObject([{ kind: 'preempts', task_id: begun.id, terminals: 1 }]);
    const first = await one.client.next('stream.open');
    expect((await two.client.next('stream.open')).from_us).toBe(first.from_us);
    const over = await one.client.next('stream.open');
    expect(over.over).toBe('Music');
    const back = await one.client.next('stream.open');
    expect(back).toMatchObject({ title: 'Music' });
    expect(firstOf(two.client, bell)).toBeNull();
    await site.value('POST', `/v1/scheduled_task/${begun.id}/stop`);
    await until('stopped', () => site.liveTask(begun.id)?.play_status === 3);
  });

  test('is not run after it was disabled a moment before, nor twice when it was changed', async () => {
    const { client, id } = await site.adopted('EDIT-1');
    const song = await site.file('Edited', 1);
    const off = await site.task({ name: 'Off', ...once(2_500), files: [song], devices: [id] });
    const edited = await site.task({ name: 'Edited', ...once(2_500), files: [song], devices: [id] });
    await until('prepared', async () => (await site.runs(off.id)).length === 1);
    await site.value('POST', `/v1/scheduled_task/${off.id}/disable`);
    await site.value('PATCH', `/v1/scheduled_task/${edited.id}`, { priority: 80 });
    const open = await client.next('stream.open');
    expect(open).toMatchObject({ title: 'Edited', priority: 80 });
    await client.next('stream.close');
    await until('ended', async () => (await site.runs(edited.id))[0]?.state === 'ended');
    expect(await site.runs(edited.id)).toHaveLength(1);
    expect(await site.runs(off.id)).toEqual([]);
  });

  test('without terminals or sound it fails with a fault, which its next run ends', async () => {
    const { id } = await site.adopted('GONE-1');
    const zone = await site.zone('Empty');
    const song = await site.file('Faulty', 1);
    const task = await site.task({ name: 'Nobody', ...once(1_500), files: [song], orgs: [zone] });
    const faults = () =>
      site.deps.faultWatch.faults.allOpen().filter((one) => one.kind === 'schedule_failed');
    await until('a fault', () => faults().length > 0);
    expect(faults()).toMatchObject([{ subject: String(task.id), params: { task: 'Nobody' } }]);
    expect(await site.runs(task.id)).toMatchObject([
      { end_reason: 'failed', error: { key: 'broadcast.noDevices' } },
    ]);
    await site.value('PATCH', `/v1/scheduled_task/${task.id}`, { orgs: [], devices: [id] });
    await site.value('POST', `/v1/scheduled_task/${task.id}/start`);
    await until('no fault', () => faults().length === 0);
    await until('manual playing', () => site.liveTask(task.id)?.play_status === 4);
  });

  test('chimes are heard once around a counted list; an end time ends a loop to the packet', async () => {
    const [one, two] = [await site.adopted('CHIME-1'), await site.adopted('CHIME-2')];
    const [gong, song] = [await site.file('Gong before', 1), await site.file('Counted', 1)];
    const counted = await site.task({
      name: 'Counted',
      ...once(1_500),
      files: [song],
      count: 2,
      chime_before: gong,
      chime_after: gong,
      devices: [one.id],
    });
    expect(counted.run_ms).toBe(4_000);
    const { start_time: end_time } = site.wall.in(4_500);
    const looped = await site.task({
      name: 'Looped',
      ...once(1_500),
      files: [song],
      loop: 1,
      end_time,
      devices: [two.id],
    });
    const open = await two.client.next('stream.open');
    expect((open.ends_us ?? 0) - open.from_us).toBe((looped.run_ms ?? 0) * 1000);
    expect((await two.client.next('stream.close')).at_us).toBeLessThanOrEqual((open.ends_us ?? 0) + 40_000);
    await one.client.next('stream.close');
    const files = [...packetsOf(one.client)]
      .sort(([a], [b]) => a - b)
      .map(([, what]) => Number(what.split(':')[0]));
    const runs = files.filter((file, i) => file !== files[i - 1]);
    expect(runs).toEqual([gong, song, gong]);
    expect(files.filter((file) => file === song)).toHaveLength(100);
    expect(packetsOf(two.client).size).toBe((looped.run_ms ?? 0) / 20);
  });

  test('silence blocks lower broadcasts at its terminals', async () => {
    const { client, id } = await site.adopted('QUIET-1');
    const song = await site.file('Under silence', 30);
    await site.started({ name: 'Web', files: [song], devices: [id], priority: 0 });
    expect((await client.next('stream.open')).title).toBe('Web');
    await site.value('POST', '/v1/task/stop_all');
    await client.next('stream.close');
    const quiet = {
      name: 'Exam',
      ...once(1_500),
      audio_source: 100,
      duration: 2,
      priority: 90,
      devices: [id],
    };
    const exam = await site.task(quiet);
    await site.task({ name: 'Bell', ...once(1_500), files: [song], devices: [id], priority: 10 });
    expect(exam.run_ms).toBe(2_000);
    expect((await client.next('stream.open')).title).toBe('Exam');
    // After the silence the bell continues at the live position.
    expect((await client.next('stream.open')).title).toBe('Bell');
    await site.value('POST', '/v1/task/stop_all');
  });

  test('a control task sets the volume', async () => {
    const { client, id } = await site.adopted('CTRL-1');
    const task = await site.task({
      name: 'Quiet',
      ...once(1_500),
      audio_source: 101,
      control_action: 'volume',
      control_volume: 17,
      devices: [id],
    });
    expect((await client.next('settings')).settings.ao_volume).toBe(17);
    await until('noted', async () => (await site.runs(task.id))[0]?.end_reason === 'done');
    expect(task).toMatchObject({ task_type: 10, run_ms: 0 });
  });

  test('a control task that fails at all terminals is a fault, refused to its starter, and logged with the reason', async () => {
    const { id } = await site.adopted('CTRL-2');
    const body = { name: 'Switch', ...once(1_500), audio_source: 101, control_action: 'power_off' };
    const task = await site.task({ ...body, devices: [id] });
    const isOpen = () =>
      site.deps.faultWatch.faults
        .allOpen()
        .some((one) => one.kind === 'schedule_failed' && one.subject === String(task.id));
    await until('a fault', isOpen);
    await expect(site.value('POST', `/v1/scheduled_task/${task.id}/start`)).rejects.toThrow('No terminal');
    const [run] = await site.runs(task.id);
    const path = `/v1/task_log/${run?.id}/target`;
    const { rows } = await site.value<{ rows: object[] }>('GET', path);
    expect(rows).toMatchObject([{ reason: { key: 'unsupported' }, first_sound_at: null }]);
  });
});

describe('a wall clock that is set', () => {
  test.each(everyNth([3_600_000, -3_600_000], 2))(
    'by %d ms neither repeats nor loses a run',
    async (jump) => {
      const { client, id } = await site.adopted(`JUMP${jump}`);
      const song = await site.file(`Jumped ${jump}`, 1);
      const files = { files: [song], devices: [id] };
      const before = await site.task({ name: 'Before', ...once(1_500), ...files });
      await client.next('stream.open');
      const later = await site.task({ name: 'Later', ...once(600_000), ...files, enabled: jump > 0 });
      await client.next('stream.close');
      site.wall.jump(jump);
      if (jump > 0) {
        const made = await client.next('stream.open');
        expect(made.title).toBe('Later');
        await client.next('stream.close');
        site.wall.jump(-jump);
      }
      const after = await site.task({ name: 'After', ...once(1_500), ...files });
      expect((await client.next('stream.open')).title).toBe('After');
      await client.next('stream.close');
      expect(await site.runs(before.id)).toHaveLength(1);
      expect(await site.runs(later.id)).toHaveLength(jump > 0 ? 1 : 0);
      expect(await site.runs(after.id)).toHaveLength(1);
      if (jump < 0) site.wall.jump(-jump);
    },
  );
});
