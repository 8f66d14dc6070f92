import { controlAction } from '../../../contract/codes.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { Gateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { ControlOutcome } from './run.repository.ts';
import type { TaskRow } from './schedule.repository.ts';

export interface ControlDeps {
  gateway: Pick<Gateway, 'link' | 'command'>;
  /** Name of the relay of a terminal that is behind a lost one; null: none. */
  lostRelayOf(terminalId: number): string | null;
  /** Sets and stores the volume of terminals; false: it cannot be stored now. */
  setVolume(ids: readonly number[], ao_volume: number): Promise<boolean>;
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
export function createControl({ gateway, lostRelayOf, setVolume }: ControlDeps) {
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

  async function changeVolume(ids: readonly number[], ao_volume: number): Promise<ControlOutcome[]> {
    const isStored = await setVolume(ids, ao_volume);
    return ids.map((id) => (isStored ? done(id) : not(id, 'failed')));
  }

  async function command(terminal: AdoptedTerminal, name: keyof typeof commands): Promise<ControlOutcome> {
    const { action, feature } = commands[name];
    if (gateway.link(terminal.id) === undefined) {
      const relay = lostRelayOf(terminal.id);
      return not(terminal.id, relay === null ? 'offline' : `behind_relay:${relay}`);
    }
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
      return changeVolume(
        targets.map(({ id }) => id),
        task.control_volume ?? 0,
      );
    return Promise.all(targets.map((terminal) => command(terminal, control_action)));
  };
}
export type Control = ReturnType<typeof createControl>;
