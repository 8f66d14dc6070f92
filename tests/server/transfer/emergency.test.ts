import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPeople, type People } from '../accounts/people.ts';
import type { TestApp } from '../setup/app.ts';
import { faults, send, take } from './files.ts';

let people: People;
let site: TestApp;
beforeAll(async () => {
  people = await createPeople();
  site = people.site;
  const { admin } = people;
  for (const [kind, text] of [
    ['device', 'code,zone\nHALL-1,North\nHALL-2,North\nYARD,South\n'],
    ['fire_control_device', 'code,zone,delayTriggerTime\nFIRE,North,0\n'],
  ] as const)
    expect(faults(await send(site, admin, kind, text, { run: true }))).toEqual([]);
});
afterAll(() => people.site.close());

type Named = { id: number; name: string; rev: number } & Record<string, unknown>;
async function rows(kind: string): Promise<Named[]> {
  const { body } = await site.call('GET', `/v1/${kind}?limit=100`, { token: people.admin });
  return (body.value as { rows: Named[] }).rows;
}
const tasks =
  'name,zone,audio_source,textContent,devices,orgs,tone,interval_time,volume\n' +
  'Leave,North,1,Leave the hall,HALL-2 HALL-1,,evacuate,0.5,77\n' +
  'Alert,North,1,Stay calm,,North,alert,,own\n';
const plans =
  'name,zone,priority,fire_control_device,input_nums,output_nums,linkage_task_ids,steps,reset_time,activated\n' +
  'Hall fire,North,80,FIRE,1 3,2,Leave,"60|Outward|Alert\n||Alert|Leave",5,no\n';

describe('linkage tasks and alarm plans as files', () => {
  it('are created by names and codes, after a dry run', async () => {
    const { admin } = people;
    const dry = await send(site, admin, 'linkage_task', tasks);
    expect([faults(dry), dry.value.created, await rows('linkage_task')]).toEqual([[], 2, []]);
    await send(site, admin, 'linkage_task', tasks, { run: true });
    expect(faults(await send(site, admin, 'alarm_plan', plans, { run: true }))).toEqual([]);
    const byName = new Map((await rows('linkage_task')).map((row) => [row.name, row]));
    const leave = byName.get('Leave');
    const alert = byName.get('Alert');
    expect(leave).toMatchObject({
      textContent: 'Leave the hall',
      interval_time: 0.5,
      volume: 77,
      tone: 'evacuate',
    });
    expect(leave?.devices).toHaveLength(2);
    expect(alert).toMatchObject({ volume: null, orgs: [people.north] });
    expect(await rows('alarm_plan')).toMatchObject([
      {
        name: 'Hall fire',
        priority: 80,
        input_nums: [1, 3],
        output_nums: [2],
        linkage_task_ids: [leave?.id],
        steps: [
          { after_s: 60, name: 'Outward', linkage_task_ids: [alert?.id] },
          { after_s: null, name: '', linkage_task_ids: [alert?.id, leave?.id] },
        ],
        reset_time: 5,
        activated: false,
      },
    ]);
  });

  it.each(['cn', 'en', 'kr'])(
    'what goes out in %s comes in again unchanged, without any id',
    async (lang) => {
      const { admin } = people;
      for (const kind of ['linkage_task', 'alarm_plan'] as const) {
        const file = await take(site, admin, kind, 'format=csv', lang);
        const again = await send(site, admin, kind, file);
        expect(faults(again)).toEqual([]);
        expect(again.value).toMatchObject({ created: 0, changed: 0, ignored: [] });
        if (kind === 'alarm_plan') expect(file.toString()).toContain('60|Outward|Alert');
      }
    },
  );

  it('an empty cell leaves a field unchanged; a changed one is reported before and after', async () => {
    const text = 'name,priority,steps,desc\nHall fire,,30|Far|Alert,By the door\n';
    const { value } = await send(site, people.admin, 'alarm_plan', text);
    expect(value.preview[0]?.changes.map(({ column, before, after }) => [column, before, after])).toEqual([
      ['steps', '60|Outward|Alert\n||Alert|Leave', '30|Far|Alert'],
      ['desc', '', 'By the door'],
    ]);
  });

  it("reports the faults of each row, in the caller's language, and stores nothing", async () => {
    const text =
      'name,zone,linkage_task_ids,fire_control_device,priority,steps\n' +
      'A,North,No such,FIRE,1,\nB,Nowhere,Leave,HALL-1,1,\nC,North,Leave,,1000,soon||Alert\nD,South,Leave,,1,\nA,North,Leave,,1,\n';
    const answer = await send(site, people.admin, 'alarm_plan', text, { run: true });
    expect(faults(answer)).toEqual([
      '2 linkage_task_ids Nothing visible to you is called “No such”',
      '3 zone Nothing visible to you is called “Nowhere”',
      '3 fire_control_device Nothing visible to you is called “HALL-1”',
      expect.stringMatching(/^4 priority /),
      expect.stringMatching(/^4 steps /),
      expect.stringMatching(/^5 .*Leave/),
      '6 name “A” is already in row 2',
    ]);
    expect(answer.value.imported).toBe(false);
    expect(await rows('alarm_plan')).toHaveLength(1);
    const cn = await send(site, people.admin, 'alarm_plan', text, { lang: 'cn' });
    expect(faults(cn)[0]).toBe('2 linkage_task_ids 您可查看的内容中没有“No such”');
  });

  it("knows nothing outside the caller's zones", async () => {
    const { token } = await people.join({
      code: 'southern',
      role_id: people.roles.administrator.id,
      groups: [people.south],
    });
    expect((await take(site, token, 'linkage_task')).toString().trim().split('\r\n')).toHaveLength(1);
    const text = 'name,zone,audio_source,textContent,devices\nMine,South,1,Hello,HALL-1\n';
    expect(faults(await send(site, token, 'linkage_task', text))).toEqual([
      '2 devices Nothing visible to you is called “HALL-1”',
    ]);
  });

  it('a plan with a running alarm cannot be changed: "alarm in progress, currently not modifiable"', async () => {
    const [plan] = await rows('alarm_plan');
    await site.call('POST', `/v1/alarm_plan/${plan?.id}/start`, { token: people.admin, body: {} });
    const text = 'name,desc\nHall fire,Other\n';
    expect(faults(await send(site, people.admin, 'alarm_plan', text))).toEqual([
      '2  Alarm in progress, currently not modifiable',
    ]);
    await site.call('POST', `/v1/alarm_plan/${plan?.id}/stop`, { token: people.admin, body: {} });
  });
});
