import { controlAction } from '../../../contract/codes.ts';
import type { Db } from '../../platform/db/client.ts';
import { isNotStored } from '../../platform/db/timeLimit.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import * as repository from '../../site/terminals/terminal.repository.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { ControlOutcome } from './run.repository.ts';
import type { TaskRow } from './schedule.repository.ts';

export interface ControlDeps {
  db: Db;
  terminals: Pick<Terminals, 'gateway' | 'directory' | 'devices'>;
}

/** Commands of control tasks, with the feature that a terminal needs for each. */
const commands = {
  [controlAction.restart]: { action: 'restart', feature: 'restart' },
  [controlAction.powerOn]: { action: 'power_on', feature: 'power' },
  [controlAction.powerOff]: { action: 'power_off', feature: 'power' },
} as const;

/**
 * Creates the function that runs a control task (type 10) at its terminals in parallel, and returns the
 * outcome of each.
 */
export function createControl({ db, terminals }: ControlDeps) {
  const { gateway, directory, devices } = terminals;
  const done = (terminal_id: number): ControlOutcome => ({
    terminal_id,
    first_sound_at: Date.now(),
    reason: null,
  });
  const not = (terminal_id: number, reason: string): ControlOutcome => ({
    terminal_id,
    first_sound_at: null,
    reason,
  });

  /**
   * The volume is stored by the server: an offline terminal receives it when it reconnects. Without the database it
   * fails at every terminal.
   */
  async function setVolume(ids: readonly number[], ao_volume: number): Promise<ControlOutcome[]> {
    const change = db.transaction((tx) => repository.updateMany(tx, ids, { ao_volume }));
    const rows = await change.catch((error: unknown) => {
      if (!isNotStored(error)) throw error;
      return null;
    });
    if (rows === null) return ids.map((id) => not(id, 'failed'));
    for (const row of rows) {
      devices.changed(directory.put(row));
      gateway.settingsChanged(row.id);
    }
    return ids.map(done);
  }

  async function command(terminal: AdoptedTerminal, name: keyof typeof commands): Promise<ControlOutcome> {
    const { action, feature } = commands[name];
    if (gateway.link(terminal.id) === undefined) return not(terminal.id, 'offline');
    if (!terminal.seen.features.includes(feature)) return not(terminal.id, 'unsupported');
    const answer = await gateway.command(terminal.id, action);
    return answer?.ok === true ? done(terminal.id) : not(terminal.id, 'failed');
  }

  return async (
    task: Pick<TaskRow, 'control_action' | 'control_volume'>,
    targets: readonly AdoptedTerminal[],
  ): Promise<ControlOutcome[]> => {
    const { control_action } = task;
    // The self-test is a broadcast (server/air/selfTest).
    if (control_action === null || control_action === controlAction.selfTest) return [];
    if (control_action === controlAction.volume)
      return setVolume(
        targets.map(({ id }) => id),
        task.control_volume ?? 0,
      );
    return Promise.all(targets.map((terminal) => command(terminal, control_action)));
  };
}
export type Control = ReturnType<typeof createControl>;
