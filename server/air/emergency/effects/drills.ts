import type { TerminalGateway } from '../../../site/terminals/gateway/terminals.types.ts';
import type { AlarmJournal } from '../journal/alarmJournal.ts';
import type { Alarms } from '../machine/alarmsApi.ts';
import type { AlarmSound, RunningAlarm } from '../machine/runningAlarm.ts';

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
  requestConfirmation(alarm: RunningAlarm, sound: AlarmSound): void;
  end(): void;
} {
  const { gateway, journal } = deps;
  const isOpen = (sound: AlarmSound, terminal: number) =>
    sound.broadcast !== null && sound.targets.has(terminal) && !sound.confirmed.has(terminal);

  function* silent(): Generator<[RunningAlarm, AlarmSound]> {
    for (const alarm of deps.alarms().all())
      if (alarm.row.drill === 'silent') for (const sound of alarm.sounds) yield [alarm, sound];
  }
  function send(alarm: RunningAlarm, sound: AlarmSound, terminal: number): void {
    if (!isOpen(sound, terminal)) return;
    const title = `${alarm.row.plan_name} · ${sound.task.name}`;
    gateway.link(terminal)?.send({ type: 'drill', drill: sound.broadcast ?? 0, title });
  }

  const unsubscribe = gateway.subscribe({
    online({ terminalId }) {
      for (const [alarm, sound] of silent()) send(alarm, sound, terminalId);
    },
    drill(terminal, drill) {
      for (const [alarm, sound] of silent()) {
        if (sound.broadcast !== drill || !isOpen(sound, terminal)) continue;
        const at = deps.wall();
        sound.confirmed.set(terminal, at);
        const proof = { terminal_id: terminal, first_sound_at: at, reason: null };
        journal.proofs(alarm.id, drill, [proof]);
      }
    },
  });
  return {
    requestConfirmation(alarm, sound) {
      for (const terminal of sound.targets.keys()) send(alarm, sound, terminal);
    },
    end: unsubscribe,
  };
}
