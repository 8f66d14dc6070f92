import { audioSource } from '../../../../contract/codes.ts';
import type { AdoptedTerminal, Directory } from '../../../site/terminals/directory.ts';
import type { AlarmSound, RunningAlarm } from '../machine/runningAlarm.ts';
import type { LinkageTaskRow } from '../plans/plan.repository.ts';

export interface AlarmSoundsDeps {
  directory: Pick<Directory, 'byId'>;
  /** Finds the terminals that a linkage task reaches now. */
  reach(task: LinkageTaskRow): readonly AdoptedTerminal[];
  tasks: ReadonlyMap<number, LinkageTaskRow>;
}

/** Terminals that joined or left the targets of an alarm. */
export interface TargetChange {
  joined: number[];
  left: number[];
}

/** True for a control action: it plays no sound, so its terminals need not leave earlier steps. */
const isSpent = (sound: AlarmSound) => sound.task.audio_source === audioSource.controlTask;

/** Targets of the linkage tasks in an alarm's steps. */
export function createAlarmSounds({ directory, reach, tasks }: AlarmSoundsDeps) {
  function targetsOf({ row }: RunningAlarm, task: LinkageTaskRow): Map<number, number | null> {
    const chosen = row.drill === 'chosen' ? new Set(row.drill_targets) : null;
    const reached = reach(task).filter((terminal) => chosen === null || chosen.has(terminal.id));
    return new Map(reached.map((terminal) => [terminal.id, terminal.org]));
  }
  const allOf = (alarm: RunningAlarm) => new Set(alarm.sounds.flatMap((sound) => [...sound.targets.keys()]));

  return {
    /** Alarm sounds of a step, not playing yet. */
    of(alarm: RunningAlarm, step: number): AlarmSound[] {
      const { plan } = alarm;
      const ids = step === 0 ? plan.linkage_task_ids : (plan.steps[step - 1]?.linkage_task_ids ?? []);
      return ids.flatMap((id): AlarmSound[] => {
        const task = tasks.get(id);
        if (task === undefined) return [];
        const targets = targetsOf(alarm, task);
        const begun = { broadcast: null, busy: false, failed: false };
        return [
          { step, task, targets, ...begun, notified: new Set(), confirmed: new Map(), heard: new Map() },
        ];
      });
    },
    /** Resolves the targets again from the site as it is now. */
    refresh(alarm: RunningAlarm): TargetChange {
      const before = allOf(alarm);
      for (const sound of alarm.sounds) sound.targets = targetsOf(alarm, sound.task);
      const after = allOf(alarm);
      return {
        joined: [...after].filter((id) => !before.has(id)),
        left: [...before].filter((id) => !after.has(id)),
      };
    },
    /** terminals of an alarm sound that no later step has taken over. */
    own(alarm: RunningAlarm, sound: AlarmSound): { terminal_id: number; org: number | null }[] {
      const later = alarm.sounds.filter((other) => other.step > sound.step && !isSpent(other));
      return [...sound.targets].flatMap(([terminal_id, org]) =>
        directory.byId(terminal_id) === undefined || later.some((other) => other.targets.has(terminal_id))
          ? []
          : [{ terminal_id, org }],
      );
    },
  };
}
