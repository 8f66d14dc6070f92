import {
  type AlarmAction,
  type AlarmEvent,
  type AlarmState,
  alarmAction,
  alarmEvent,
  alarmState,
} from '../../../../contract/codes.ts';
import type { AlarmEventKind } from '../../../../contract/fieldCodes.ts';
import type { AuditEntry } from '../../../platform/audit/audit.ts';
import type { StoredParams } from '../journal/storedParams.ts';
import { type AlarmActor, serverActor } from '../machine/alarm.ports.ts';
import type { AlarmStart, AlarmsDeps } from '../machine/alarmsApi.ts';
import { newAlarm } from '../machine/newAlarm.ts';
import { RunningAlarm } from '../machine/runningAlarm.ts';
import type { AlarmPlanRow } from '../plans/plan.repository.ts';
import { createDeliveryLog } from './deliveryLog.ts';
import { byZone } from './targets.ts';

/**
 * Side effects of the steps of an alarm: sound, outputs and timeline.
 * @param byPlan alarms that are not over
 */
export function createEffects(deps: AlarmsDeps, byPlan: Map<number, RunningAlarm>) {
  const { ids, inputs, journal, sound, ports, wall, mono } = deps;

  const deviceOf = (plan: AlarmPlanRow) =>
    plan.fire_control_device === null ? undefined : deps.directory.byId(plan.fire_control_device);
  const owner = (alarm: RunningAlarm) => ({
    kind: 'alarm' as const,
    id: alarm.id,
    name: alarm.row.plan_name,
  });
  const isReachable = ({ row }: RunningAlarm) =>
    row.device_id === null || deps.gateway.link(row.device_id) !== undefined;
  function event(kind: AlarmEventKind, params: StoredParams = {}, actor: AlarmActor = serverActor) {
    return { at: wall(), kind, by: actor.name, peer_addr: actor.ip, params };
  }
  function note(
    alarm: RunningAlarm,
    kind: AlarmEventKind,
    params: StoredParams = {},
    actor: AlarmActor = serverActor,
  ): void {
    journal.note(alarm.row, { events: [event(kind, params, actor)] });
  }
  const reached = createDeliveryLog({ proof: deps.proof, note, mono });
  function audit(alarm: RunningAlarm, action: string, actor: AlarmActor): void {
    const entry: AuditEntry = {
      action,
      entity: 'alarm_plan',
      entity_id: alarm.plan.id,
      ip: actor.ip,
      at: wall(),
      after: { alarm: alarm.id, drill: alarm.row.drill },
    };
    journal.note(alarm.row, { audit: [{ actor, entry }] });
  }
  /** Zones of all terminals that an alarm reaches, those of later steps included. */
  function zonesOf(alarm: RunningAlarm): number[] | null {
    const { plan, row } = alarm;
    const later = plan.steps.flatMap((_, i) => (i < row.step ? [] : sound.soundsOfStep(alarm, i + 1)));
    return deps.zonesOf(plan, [...alarm.sounds, ...later]);
  }
  /** Brings the sound in line with its targets; notes the terminals that joined and left. */
  function settle(alarm: RunningAlarm): void {
    const { joined, left } = sound.settle(alarm);
    if (joined.length + left.length === 0) return;
    alarm.row.orgs = zonesOf(alarm);
    if (joined.length > 0) note(alarm, 'joined', { zones: byZone(deps.directory, joined) });
    if (left.length > 0) note(alarm, 'left', { zones: byZone(deps.directory, left) });
    deps.changed(alarm, false);
  }
  function begin(plan: AlarmPlanRow, start: AlarmStart, delay_s: number): RunningAlarm {
    const id = ids.next('alarm');
    const device = deviceOf(plan);
    const row = newAlarm(id, plan, start, device, wall(), delay_s);
    const alarm = new RunningAlarm(row, plan);
    alarm.sounds = sound.soundsOfStep(alarm, 0);
    row.orgs = zonesOf(alarm);
    alarm.delayDue = mono() + delay_s * 1000;
    alarm.requestDue = alarm.delayDue;
    if (device !== undefined)
      for (const input of plan.input_nums) if (inputs.isActive(device.id, input)) alarm.active.add(input);
    row.input_nums = [...alarm.active];
    byPlan.set(plan.id, alarm);
    return alarm;
  }
  /** Enters a step and starts its sound. */
  function reach(alarm: RunningAlarm, step: number): void {
    const { row, plan } = alarm;
    reached.close(alarm);
    row.step = step;
    row.step_at = wall();
    reached.begin(alarm, step);
    if (step > 0) alarm.sounds.push(...sound.soundsOfStep(alarm, step));
    const after = plan.steps[step]?.after_s ?? null;
    alarm.stepDue = after === null ? null : mono() + after * 1000;
    settle(alarm);
  }

  function alarming(alarm: RunningAlarm): void {
    alarm.row.alarming_at = wall();
    alarm.delayDue = null;
    reach(alarm, 0);
    switchOn(alarm);
  }

  /**
   * Switches outputs and linked tasks on; a drill switches nothing. Called again after a restart.
   * @param isDone tells at which terminals the pulses were given before
   */
  function switchOn(alarm: RunningAlarm, isDone?: (terminal: number) => boolean): void {
    if (alarm.isDrill) return;
    const { row, plan } = alarm;
    const device = row.device_id;
    if (device !== null && row.output_nums.length > 0)
      ports.outputs.hold(
        owner(alarm),
        row.output_nums.map((output) => ({ terminal_id: device, output })),
      );
    if (plan.gpio_set_task_ids.length > 0) ports.links.start(owner(alarm), plan.gpio_set_task_ids, isDone);
  }

  function resetting(alarm: RunningAlarm, actor: AlarmActor): void {
    const { row, plan } = alarm;
    row.reset_at = wall();
    row.reset_by_user = actor.name;
    row.reset_until = wall() + plan.reset_time * 1000;
    alarm.resetDue = mono() + plan.reset_time * 1000;
    alarm.stepDue = null;
    alarm.silencing = null;
    reached.close(alarm);
    sound.end(alarm);
    ports.outputs.release(owner(alarm));
    ports.links.stop(owner(alarm));
  }

  function over(alarm: RunningAlarm, cancelled: boolean): void {
    const { row } = alarm;
    row.ended_at = wall();
    row.cancelled = cancelled;
    alarm.sounds = [];
    byPlan.delete(alarm.plan.id);
    // The device cannot be heard now: an input that is still active must count as a new edge once it is heard
    // again. A relay has heard it.
    if (row.device_id !== null && !isReachable(alarm) && !alarm.isFollowing) {
      inputs.forget(row.device_id, [...alarm.active]);
      journal.inputs(inputs.stored);
    }
  }

  /** Carries out a transition of the state table. */
  function effect(
    alarm: RunningAlarm,
    what: AlarmAction | AlarmEvent,
    to: AlarmState,
    actor: AlarmActor,
  ): void {
    const { row } = alarm;
    const was = row.state;
    row.state = to;
    const say: typeof note = alarm.isFollowing ? () => {} : note;
    switch (what) {
      case alarmEvent.delayOver:
        alarming(alarm);
        say(alarm, 'alarming');
        break;
      case alarmAction.stop:
      case alarmAction.reset:
      case alarmEvent.resetOver:
        if (was === alarmState.starting) {
          over(alarm, true);
          say(alarm, 'cancelled', {}, actor);
        } else if (to === alarmState.reset) {
          resetting(alarm, actor);
          say(alarm, what === alarmAction.stop ? 'stop' : 'reset', {}, actor);
        } else {
          over(alarm, false);
          say(alarm, 'over', {}, actor);
        }
        break;
      case alarmAction.acknowledge:
        row.acknowledged_at = wall();
        row.acknowledged_by = actor.name;
        say(alarm, 'acknowledge', {}, actor);
        break;
      case alarmAction.silence:
        row.silenced = true;
        reached.silenced(alarm);
        sound.silence(alarm);
        say(alarm, 'silence', {}, actor);
        break;
      case alarmAction.unsilence:
        row.silenced = false;
        alarm.silencing = null;
        sound.unsilence(alarm);
        say(alarm, 'unsilence', {}, actor);
        break;
      case alarmAction.step: {
        reach(alarm, row.step + 1);
        const name = alarm.plan.steps[row.step - 1]?.name ?? '';
        say(alarm, 'step', { step: row.step, name }, actor);
        break;
      }
    }
  }

  return { deviceOf, isReachable, note, audit, begin, settle, switchOn, over, effect, look: reached.look };
}
export type Effects = ReturnType<typeof createEffects>;
