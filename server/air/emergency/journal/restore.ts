import { alarmState, audioSource } from '../../../../contract/codes.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Engine } from '../../engine/engineApi.ts';
import type { Sound } from '../effects/sound.ts';
import type { Alarms } from '../machine/alarmsApi.ts';
import { RunningAlarm, type Slot } from '../machine/runningAlarm.ts';
import type { EmergencyBook } from '../plans/book.ts';
import * as repository from './alarm.repository.ts';
import type { AlarmJournal } from './alarmJournal.ts';

export interface RestoreDeps {
  db: Db;
  book: EmergencyBook;
  engine: Pick<Engine, 'all' | 'get' | 'finish'>;
  sound: Pick<Sound, 'slotsOf'>;
  journal: AlarmJournal;
  wall(): number;
}

/**
 * Resumes the alarms that were not over when the server went down. The engine has resumed their broadcasts
 * already; slots without one start now, and broadcasts of no running alarm end.
 */
export async function restoreAlarms(deps: RestoreDeps, alarms: Alarms): Promise<void> {
  const { db, book, engine } = deps;
  const rows = await repository.runningAlarms(db);
  const air =
    rows.length === 0
      ? []
      : await repository.airOf(
          db,
          rows.map(({ id }) => id),
        );

  for (const row of rows) {
    const plan = row.plan_id === null ? undefined : book.plans.get(row.plan_id);
    if (plan === undefined) {
      // Plans of running alarms cannot be deleted; if one is missing all the same, nobody could end its
      // alarm.
      deps.journal.note({ ...row, state: alarmState.notStarted, ended_at: deps.wall() });
      continue;
    }
    const own = air.filter((one) => one.alarm_id === row.id);
    alarms.resume(row, plan, await slotsOf(row, own));
  }
  const playing = new Set(
    [...alarms.all()].flatMap(({ row, slots }) =>
      row.state === alarmState.alarming ? slots.flatMap(({ broadcast }) => broadcast ?? []) : [],
    ),
  );
  for (const b of [...engine.all()])
    if (b.row.alarm_id !== null && !playing.has(b.id)) engine.finish(b, 'alarm').catch(() => {});

  /** Slots of every step that was reached, with their broadcasts. */
  async function slotsOf(row: repository.AlarmRow, own: typeof air): Promise<Slot[]> {
    const plan = book.plans.get(row.plan_id ?? 0);
    if (plan === undefined || row.state === alarmState.reset) return [];
    const alarm = new RunningAlarm(row, plan);
    const slots = Array.from({ length: row.step + 1 }, (_, step) => deps.sound.slotsOf(alarm, step)).flat();
    const left = [...own];
    return Promise.all(
      slots.map(async (slot): Promise<Slot> => {
        const isOnce = row.drill === 'silent' || slot.task.audio_source === audioSource.controlTask;
        const at = left.findIndex(
          ({ linkage_task_id, state }) => linkage_task_id === slot.task.id && (isOnce || state !== 'ended'),
        );
        const [found] = at < 0 ? [] : left.splice(at, 1);
        if (found === undefined) return slot;
        const taken: Slot = { ...slot, broadcast: found.id };
        // A silent drill may ask twice; a control action is carried out once.
        if (row.drill === 'silent')
          for (const { id, at } of await repository.proved(db, found.id)) taken.confirmed.set(id, at);
        else if (isOnce) for (const id of slot.targets.keys()) taken.told.add(id);
        return taken;
      }),
    );
  }
}
