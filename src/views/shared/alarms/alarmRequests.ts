import { type Actor, createActor, waitFor } from 'xstate';
import type { AlarmAction } from '../../../../contract/codes.ts';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import { alarmMachine } from '../../../machines/alarm.ts';
import { isOpen } from '../../../machines/requests.ts';
import { factsOf } from './useAlarmControl.ts';

/** Machines of several alarms, for actions on many at once. */
export interface AlarmRequests {
  /** Tells whether the state of the alarm allows the action, and no response to it is pending. */
  can(alarm: AlarmLive, action: AlarmAction): boolean;
  /**
   * Sends an action; resolves at its response. Resolves to false, unsent, where the machine refuses it.
   * @throws ApiError refusal of the server
   */
  act(alarm: AlarmLive, action: AlarmAction): Promise<boolean>;
}

/**
 * Creates the machines of the alarms on which a screen acts together. An alarm gets its machine at its first
 * action; until then a machine without requests decides.
 */
export function createAlarmRequests(
  perform: (alarm: AlarmLive, action: AlarmAction, signal: AbortSignal) => Promise<unknown>,
): AlarmRequests {
  const actors = new Map<number, Actor<typeof alarmMachine>>();
  /** Machines that decide what is allowed, by row: a change of an alarm is another row. */
  const resting = new WeakMap<AlarmLive, Actor<typeof alarmMachine>>();

  const machineOf = (alarm: AlarmLive) =>
    createActor(alarmMachine, {
      input: { facts: factsOf(alarm), perform: (action, signal) => perform(alarm, action, signal) },
    });

  function restingOf(alarm: AlarmLive): Actor<typeof alarmMachine> {
    const known = resting.get(alarm) ?? machineOf(alarm);
    resting.set(alarm, known);
    return known;
  }

  /** Returns the machine of an alarm with an action, in the state that the live feed reports. */
  function startedOf(alarm: AlarmLive): Actor<typeof alarmMachine> | undefined {
    const actor = actors.get(alarm.id);
    actor?.send({ type: 'alarm.changed', facts: factsOf(alarm) });
    return actor;
  }

  return {
    can: (alarm, action) =>
      (startedOf(alarm) ?? restingOf(alarm)).getSnapshot().can({ type: `alarm.${action}` }),
    async act(alarm, action) {
      const actor = startedOf(alarm) ?? machineOf(alarm).start();
      actors.set(alarm.id, actor);
      const before = actor.getSnapshot().context.requests.last;
      actor.send({ type: `alarm.${action}` });
      const { last } = actor.getSnapshot().context.requests;
      if (last === before) return false;
      const { context } = await waitFor(actor, ({ context }) => !isOpen(context.requests, last));
      if (context.failure?.action === action && context.failure.error !== null) throw context.failure.error;
      return true;
    },
  };
}
