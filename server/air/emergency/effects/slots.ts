import { audioSource } from '../../../../contract/codes.ts';
import type { AdoptedTerminal, Directory } from '../../../site/terminals/directory.ts';
import type { RunningAlarm, Slot } from '../machine/runningAlarm.ts';
import type { LinkageTaskRow } from '../plans/plan.repository.ts';

export interface SlotDeps {
  directory: Pick<Directory, 'byId'>;
  /** Finds the terminals that a linkage task reaches now. */
  reach(task: LinkageTaskRow): readonly AdoptedTerminal[];
  tasks: ReadonlyMap<number, LinkageTaskRow>;
}

/** Terminals that joined or left the targets of an alarm. */
export interface Moved {
  joined: number[];
  left: number[];
}

/** True for a control action: it plays no sound, so its terminals need not leave earlier steps. */
const isSpent = (slot: Slot) => slot.task.audio_source === audioSource.controlTask;

/** Targets of the linkage tasks in an alarm's steps. */
export function createSlots({ directory, reach, tasks }: SlotDeps) {
  function targetsOf({ row }: RunningAlarm, task: LinkageTaskRow): Map<number, number | null> {
    const chosen = row.drill === 'chosen' ? new Set(row.drill_targets) : null;
    const reached = reach(task).filter((terminal) => chosen === null || chosen.has(terminal.id));
    return new Map(reached.map((terminal) => [terminal.id, terminal.org]));
  }
  const allOf = (alarm: RunningAlarm) => new Set(alarm.slots.flatMap((slot) => [...slot.targets.keys()]));

  return {
    /** The slots of a step, not playing yet. */
    of(alarm: RunningAlarm, step: number): Slot[] {
      const { plan } = alarm;
      const ids = step === 0 ? plan.linkage_task_ids : (plan.steps[step - 1]?.linkage_task_ids ?? []);
      return ids.flatMap((id): Slot[] => {
        const task = tasks.get(id);
        if (task === undefined) return [];
        const targets = targetsOf(alarm, task);
        const begun = { broadcast: null, busy: false, failed: false };
        return [{ step, task, targets, ...begun, told: new Set(), confirmed: new Map(), heard: new Map() }];
      });
    },
    /** Resolves the targets again from the site as it is now. */
    refresh(alarm: RunningAlarm): Moved {
      const before = allOf(alarm);
      for (const slot of alarm.slots) slot.targets = targetsOf(alarm, slot.task);
      const after = allOf(alarm);
      return {
        joined: [...after].filter((id) => !before.has(id)),
        left: [...before].filter((id) => !after.has(id)),
      };
    },
    /** Terminals of a slot that no later step has taken over. */
    own(alarm: RunningAlarm, slot: Slot): { terminal_id: number; org: number | null }[] {
      const later = alarm.slots.filter((other) => other.step > slot.step && !isSpent(other));
      return [...slot.targets].flatMap(([terminal_id, org]) =>
        directory.byId(terminal_id) === undefined || later.some((other) => other.targets.has(terminal_id))
          ? []
          : [{ terminal_id, org }],
      );
    },
  };
}
