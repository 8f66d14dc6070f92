import type { RunningAlarm } from '../../air/emergency/machine/runningAlarm.ts';
import type { RunningBroadcast } from '../../air/engine/runningBroadcast.ts';
import type { Directory } from '../../site/terminals/directory.ts';

export interface AlarmedDeps {
  alarms: { all(): Iterable<RunningAlarm> };
  engine: { all(): Iterable<RunningBroadcast> };
  directory: Pick<Directory, 'byId'>;
}

/**
 * Creates the check if a terminal takes part in an active alarm of any kind, or plays an emergency page. Fire
 * terminals count for every alarm: their inputs must be read and their outputs held during it.
 */
export function createAlarmed({ alarms, engine, directory }: AlarmedDeps): (terminal: number) => boolean {
  return (terminal) => {
    const isFire = directory.byId(terminal)?.kind === 'fire_control_device';
    for (const { row, sounds } of alarms.all())
      if (isFire || row.device_id === terminal || sounds.some(({ targets }) => targets.has(terminal)))
        return true;
    for (const running of engine.all())
      if (running.urgent && running.ended === null && running.targets.has(terminal)) return true;
    return false;
  };
}
