import { scheduleDay } from '../../../contract/codes.ts';
import type { SampleEntity } from '../../../contract/entities/site/sampleSite.ts';
import { presetTextEntity } from '../../../contract/entities/sound/presetText.ts';
import { alarmPlanFields } from '../../../contract/entities/tasks/alarmPlan.ts';
import { linkageTaskFields } from '../../../contract/entities/tasks/linkageTask.ts';
import { planForm } from '../../../contract/entities/tasks/plan.ts';
import { scheduledTaskForm } from '../../../contract/entities/tasks/scheduledTask.ts';
import type { Language } from '../../../contract/language.ts';
import { dateOf } from '../../../contract/schedule/calendar.ts';
import { createZone } from '../../../contract/schedule/zone.ts';
import { mediaPaths } from '../../platform/dataFolder/mediaPaths.ts';
import { createZoneService } from '../../site/zones/zones.service.ts';
import { addChimes } from '../../sound/files/chimes.ts';
import { createImport } from '../transfer/importFile.ts';
import type { SampleBy, SampleDeps } from './sampleDeps.ts';
import { lessons, sampleTexts } from './sampleTexts.ts';

/** File of the bell, among the built-in chimes. */
const BELL = 'chime-four-tone.wav';
/** Priorities of real bells and announcements, and of an alarm that must be heard. */
const priority = { bell: 70, announcement: 60, alarm: 90 } as const;

/** Called with each object as soon as it is made, and awaited. */
export type Made = (entity: SampleEntity, row: { id: number; name: string }) => Promise<void>;

/**
 * Makes a sample school through the services of its objects: zones, planned terminals, chimes, a plan with bells, and an
 * alarm plan that only a person starts. Tasks aim at zones, so that a terminal is heard as soon as it is adopted there.
 */
export async function makeSample(deps: SampleDeps, by: SampleBy, lang: Language, made: Made): Promise<void> {
  const { caller, ip } = by;
  const text = (key: keyof typeof sampleTexts) => sampleTexts[key][lang];
  const keep = async <R extends { id: number; name: string }>(entity: SampleEntity, row: R): Promise<R> => {
    await made(entity, row);
    return row;
  };

  const zoneService = createZoneService(deps);
  const zone = async (key: keyof typeof sampleTexts, code: string, parent_id: number) =>
    (await keep('partition', await zoneService.create(caller, ip, { name: text(key), code, parent_id }))).id;
  const top = deps.zones.all().find(({ parent_id }) => parent_id === null)?.id ?? 0;
  const school = await zone('school', 'SAMPLE', top);
  const classrooms = await zone('classrooms', 'SAMPLE-1', school);
  const playground = await zone('playground', 'SAMPLE-2', school);
  await zone('canteen', 'SAMPLE-3', school);

  await planTerminals(deps, by, lang, keep);

  const paths = mediaPaths(deps.env.DATA_DIR);
  const { signal } = new AbortController();
  const chimes = await addChimes({ files: deps.media.files, paths }, { ...by, groupId: null, signal }, lang);
  for (const chime of chimes) await keep('file', chime);
  const bell = chimes.find(({ original_name }) => original_name === BELL)?.id ?? 0;
  const goodbye = presetTextEntity.create.parse({ name: text('goodbye'), textContent: text('goodbyeText') });
  const reminder = await keep(
    'preset_text',
    await deps.media.presetTexts.library.crud.create(caller, ip, goodbye),
  );

  // Tasks take only files that can be played.
  await deps.media.files.idle();
  const start_date = dateOf(createZone(deps.env.TZ_SITE).dayAt(Date.now()));
  const timetable = planForm.parse({ name: text('timetable'), desc: text('timetableDesc'), start_date });
  const plan = await keep('plan', await deps.schedule.plans.create(by, timetable));
  const task = async (values: object) => {
    const common = { plan_id: plan.id, start_date, schedule_day: scheduleDay.weekdays };
    const form = scheduledTaskForm.parse({ ...common, orgs: [classrooms, playground], ...values });
    await keep('scheduled_task', await deps.schedule.tasks.create(by, form));
  };
  const ring = { audio_source: 0, files: [bell], priority: priority.bell };
  for (const [i, [begin, end]] of lessons.entries()) {
    const name = (key: 'lessonBegins' | 'lessonEnds') => text(key).replace('{n}', String(i + 1));
    await task({ ...ring, name: name('lessonBegins'), start_time: begin });
    await task({ ...ring, name: name('lessonEnds'), start_time: end });
  }
  await task({
    name: text('goodbye'),
    audio_source: 1,
    preset_text: reminder.id,
    priority: priority.announcement,
    start_time: '15:40:00',
  });

  const message = linkageTaskFields.parse({
    name: text('evacuate'),
    audio_source: 1,
    textContent: text('evacuateText'),
    tone: 'evacuate',
    orgs: [classrooms],
    org: school,
  });
  const evacuate = await keep('linkage_task', await deps.emergency.linkageTasks.create(caller, ip, message));
  const alarm = alarmPlanFields.parse({
    name: text('alarm'),
    desc: text('alarmDesc'),
    org: school,
    priority: priority.alarm,
    linkage_task_ids: [evacuate.id],
  });
  await keep('alarm_plan', await deps.emergency.alarmPlans.create(caller, ip, alarm));
}

/** Plans a terminal for each place by the import, as an installer does before the terminals are there. */
async function planTerminals(
  deps: SampleDeps,
  by: SampleBy,
  lang: Language,
  keep: (entity: SampleEntity, row: { id: number; name: string }) => Promise<unknown>,
): Promise<void> {
  const places = [
    ['SAMPLE-T1', 'corridor', 'SAMPLE-1'],
    ['SAMPLE-T2', 'column', 'SAMPLE-2'],
    ['SAMPLE-T3', 'ceiling', 'SAMPLE-3'],
  ] as const;
  const rows = places.map(([code, key, zone]) => [code, sampleTexts[key][lang], zone]);
  const source = [['code', 'name', 'zone'], ...rows].map((cells, i): [number, string[]] => [i + 1, cells]);
  const run = { source, kind: 'device' as const, dryRun: false, lang, ...by, check: async () => {} };
  const { bad } = await createImport(deps)(run);
  const [fault] = bad.flatMap(({ faults }) => faults);
  if (fault !== undefined) throw new Error(`the sample terminals were not planned: ${fault.message}`);
  for (const [code] of places) {
    const terminal = deps.terminals.directory.byCode(code);
    if (terminal !== undefined) await keep('device', { id: terminal.id, name: terminal.row.name });
  }
}
