import { alarmState, audioSource } from '../../../../contract/codes.ts';
import type { Db } from '../../../platform/db/client.ts';
import type { Engine } from '../../engine/engineApi.ts';
import type { AlarmPlayer } from '../effects/alarmPlayer.ts';
import type { Alarms } from '../machine/alarmsApi.ts';
import { soundsSoFar, werePulsesGiven } from '../machine/resumeAlarm.ts';
import type { AlarmSound } from '../machine/runningAlarm.ts';
import type { AlarmConfiguration } from '../plans/alarmConfiguration.ts';
import * as repository from './alarm.repository.ts';
import type { AlarmJournal } from './alarmJournal.ts';

export interface RestoreDeps {
  db: Db;
  configuration: AlarmConfiguration;
  engine: Pick<Engine, 'all' | 'get' | 'finish'>;
  sound: Pick<AlarmPlayer, 'soundsOfStep'>;
  journal: AlarmJournal;
  wall(): number;
}

/**
 * Resumes the alarms that were not over when the server went down. The engine has resumed their broadcasts
 * already; alarm sounds without one start now, and broadcasts of no running alarm end.
 */
export async function restoreAlarms(deps: RestoreDeps, alarms: Alarms): Promise<void> {
  const { db, configuration, engine } = deps;
  const rows = await repository.runningAlarms(db);
  const air =
    rows.length === 0
      ? []
      : await repository.airOf(
          db,
          rows.map(({ id }) => id),
        );

  for (const row of rows) {
    const plan = row.plan_id === null ? undefined : configuration.plans.get(row.plan_id);
    if (plan === undefined) {
      // Plans of running alarms cannot be deleted; if one is missing all the same, nobody could end its
      // alarm.
      deps.journal.note({ ...row, state: alarmState.notStarted, ended_at: deps.wall() });
      continue;
    }
    const own = air.filter((one) => one.alarm_id === row.id);
    const isGiven = werePulsesGiven(row, deps.wall());
    alarms.resume(row, plan, await soundsOfStep(row, own), 'server_restart', () => isGiven);
  }
  const playing = new Set(
    [...alarms.all()].flatMap(({ row, sounds }) =>
      row.state === alarmState.alarming ? sounds.flatMap(({ broadcast }) => broadcast ?? []) : [],
    ),
  );
  for (const b of [...engine.all()])
    if (b.row.alarm_id !== null && !playing.has(b.id)) engine.finish(b, 'alarm').catch(() => {});

  /** Slots of every step that was reached, with their broadcasts. */
  async function soundsOfStep(row: repository.AlarmRow, own: typeof air): Promise<AlarmSound[]> {
    const plan = configuration.plans.get(row.plan_id ?? 0);
    if (plan === undefined) return [];
    const sounds = soundsSoFar(row, plan, deps.sound);
    const left = [...own];
    return Promise.all(
      sounds.map(async (sound): Promise<AlarmSound> => {
        const isOnce = row.drill === 'silent' || sound.task.audio_source === audioSource.controlTask;
        const at = left.findIndex(
          ({ linkage_task_id, state }) => linkage_task_id === sound.task.id && (isOnce || state !== 'ended'),
        );
        const [found] = at < 0 ? [] : left.splice(at, 1);
        if (found === undefined) return sound;
        const taken: AlarmSound = { ...sound, broadcast: found.id };
        // A silent drill may ask twice; a control action is carried out once.
        if (row.drill === 'silent')
          for (const { id, at } of await repository.proved(db, found.id)) taken.confirmed.set(id, at);
        else if (isOnce) for (const id of sound.targets.keys()) taken.notified.add(id);
        return taken;
      }),
    );
  }
}
