import type { TerminalGateway } from '../../../site/terminals/gateway/types.ts';
import type { AlarmJournal } from '../journal/alarmJournal.ts';
import type { Alarms } from '../machine/alarmsApi.ts';
import type { RunningAlarm, Slot } from '../machine/runningAlarm.ts';

export interface DrillDeps {
  gateway: TerminalGateway;
  journal: AlarmJournal;
  alarms(): Pick<Alarms, 'all'>;
  wall(): number;
}

/**
 * Silent drills: asks every terminal to confirm that it would play; a confirmation counts as its proof of
 * delivery.
 */
export function createDrills(deps: DrillDeps): {
  ask(alarm: RunningAlarm, slot: Slot): void;
  end(): void;
} {
  const { gateway, journal } = deps;
  const isOpen = (slot: Slot, terminal: number) =>
    slot.broadcast !== null && slot.targets.has(terminal) && !slot.confirmed.has(terminal);

  function* silent(): Generator<[RunningAlarm, Slot]> {
    for (const alarm of deps.alarms().all())
      if (alarm.row.drill === 'silent') for (const slot of alarm.slots) yield [alarm, slot];
  }
  function send(alarm: RunningAlarm, slot: Slot, terminal: number): void {
    if (!isOpen(slot, terminal)) return;
    const title = `${alarm.row.plan_name} · ${slot.task.name}`;
    gateway.link(terminal)?.send({ type: 'drill', drill: slot.broadcast ?? 0, title });
  }

  const deaf = gateway.subscribe({
    online({ terminalId }) {
      for (const [alarm, slot] of silent()) send(alarm, slot, terminalId);
    },
    drill(terminal, drill) {
      for (const [alarm, slot] of silent()) {
        if (slot.broadcast !== drill || !isOpen(slot, terminal)) continue;
        const at = deps.wall();
        slot.confirmed.set(terminal, at);
        const proof = { terminal_id: terminal, first_sound_at: at, reason: null };
        journal.proofs(alarm.id, drill, [proof]);
      }
    },
  });
  return {
    ask(alarm, slot) {
      for (const terminal of slot.targets.keys()) send(alarm, slot, terminal);
    },
    end: deaf,
  };
}
