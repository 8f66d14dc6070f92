import { alarmState, drillMode } from '../../../contract/codes.ts';
import type { AlarmEventRow, AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../../contract/entities/tasks/alarmPlan.ts';
import type { AlarmEventKind } from '../../../contract/fieldCodes.ts';
import { alarmResult } from '../../../contract/workflow.ts';
import { random } from '../../support/random.ts';
import { livePlan } from '../alarmPlans/livePlan.ts';

interface Speaker {
  zone: number;
  online: boolean;
  /** While it is not online: its relay is lost. */
  isBehind: boolean;
  /** Sounds now, or (silent drill) has confirmed. */
  sounds: boolean;
  /** Its loudspeaker reports nothing back. */
  isForeign: boolean;
  /** Pre-empted by something of higher priority. */
  held: boolean;
  /** Played before and no longer reports: unknown whether it sounds. */
  mute: boolean;
  /** First sound in this alarm, epoch ms. */
  first: number | null;
}

/**
 * Simulated site with one plan. The rows that screens get are derived from it as the server does, and the
 * sentences of the screens are compared with it.
 */
export class AlarmWorld {
  now = 1_700_000_000_000;
  readonly plan: AlarmPlanLive;
  readonly speakers: Speaker[];
  alarm: AlarmLive | null = null;
  events: AlarmEventRow[] = [];
  /** Facts that no row holds: reset by a person, time of the silence. */
  hasAlarmed = false;
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = random(seed);
    const hasDevice = this.chance(0.6);
    this.plan = livePlan({
      fire_control_device: hasDevice ? 5 : null,
      input_nums: hasDevice && this.chance(0.7) ? [1, 2] : [],
      activated: this.chance(0.7),
      ready: this.chance(0.8),
      // The server reports true for a plan without a terminal.
      device_online: hasDevice ? this.chance(0.7) : true,
      linkage_task_ids: this.chance(0.9) ? [1] : [],
      steps: Array.from({ length: Math.floor(this.#random() * 3) }, (_, i) => ({
        name: this.chance(0.5) ? `Ring ${i}` : '',
        after_s: this.chance(0.5) ? 60 : null,
        linkage_task_ids: [i + 2],
      })),
    });
    this.speakers = Array.from({ length: Math.floor(this.#random() * 6) }, (_, i) => ({
      zone: i % 2,
      online: this.chance(0.8),
      isBehind: this.chance(0.4),
      sounds: false,
      isForeign: this.chance(0.2),
      held: false,
      mute: false,
      first: null,
    }));
    this.#settle();
  }

  chance(p: number): boolean {
    return this.#random() < p;
  }

  note(kind: AlarmEventKind, params: AlarmEventRow['params'] = {}): void {
    this.events.push({ id: this.events.length, at: this.now, kind, by: '', peer_addr: '', params });
  }

  /** One random event: time passes, a person or an input acts, or a terminal starts to sound. */
  step(): void {
    this.now += Math.floor(this.#random() * 3000);
    const { alarm } = this;
    if (alarm === null) this.#begin();
    else {
      const actions = ['acknowledge', 'silence', 'unsilence', 'step', 'stop', 'reset', 'delay_over'] as const;
      const roll = this.#random();
      if (roll < 0.3) this.#sound(alarm);
      else if (roll < 0.35) this.#disturb(alarm);
      else if (roll < 0.45) this.#input(alarm);
      else if (roll < 0.5) this.#link();
      else this.#act(alarm, actions[Math.floor(this.#random() * actions.length)] ?? 'stop');
    }
    this.#settle();
  }

  #begin(): void {
    const drill = this.chance(0.5) ? drillMode.none : this.chance(0.5) ? drillMode.silent : drillMode.chosen;
    this.events = [];
    for (const one of this.speakers)
      Object.assign(one, { sounds: false, held: false, mute: false, first: null });
    this.alarm = {
      id: 1,
      plan_id: this.plan.id,
      plan_name: this.plan.name,
      org: null,
      priority: 50,
      state: alarmState.starting,
      drill,
      origin: { kind: 'manual', by: '', text: '' },
      device_id: this.plan.fire_control_device,
      device_name: '',
      device_online: this.plan.device_online,
      device_relay: this.plan.device_relay,
      ...{ input_nums: [], active_inputs: [], input_names: {} },
      began_at: this.now,
      starts_at: this.now + 5_000,
      alarming_at: null,
      ...{ acknowledged_at: null, acknowledged_by: '', silenced: false, reset_until: null },
      step: 0,
      step_name: '',
      steps: this.plan.steps.length,
      ...{ next_step_name: '', next_step_at: null },
      ...countsOf([]),
      ...{ silent: 0, zones: [] },
    };
    this.note('start', { drill, text: '' });
  }

  #act(alarm: AlarmLive, what: Parameters<typeof alarmResult>[1]): void {
    const result = alarmResult(alarm.state, what, {
      active_inputs: alarm.active_inputs,
      acknowledged: alarm.acknowledged_at !== null,
      silenced: alarm.silenced,
      steps_left: alarm.steps - alarm.step,
    });
    if ('refused' in result) return;
    if (result.to === alarmState.notStarted) {
      this.alarm = null;
      this.note(alarm.state === alarmState.starting ? 'cancelled' : 'over');
      return;
    }
    alarm.state = result.to;
    if (what === 'delay_over') {
      alarm.alarming_at = this.now;
      this.hasAlarmed ||= alarm.drill === drillMode.none;
      this.note('alarming');
    } else if (what === 'acknowledge') {
      alarm.acknowledged_at = this.now;
      this.note('acknowledge');
    } else if (what === 'silence' || what === 'unsilence') {
      alarm.silenced = what === 'silence';
      this.note(what);
      const fell = this.speakers.filter((one) => one.sounds).length;
      if (alarm.drill !== drillMode.silent)
        for (const one of this.speakers) Object.assign(one, { sounds: false, held: false, mute: false });
      if (what === 'silence' && alarm.drill !== drillMode.silent && fell > 0)
        this.note('fell_silent', { n: fell, of: fell });
    } else if (what === 'step') {
      alarm.step++;
      this.note('step', { step: alarm.step, name: this.plan.steps[alarm.step - 1]?.name ?? '' });
    } else if (what === 'stop' || what === 'reset') {
      for (const one of this.speakers) Object.assign(one, { sounds: false, held: false, mute: false });
      alarm.reset_until = this.now + (this.chance(0.5) ? 0 : 30_000);
      this.note(what);
    }
  }

  /** Makes an online terminal sound, unless the alarm is silenced, and adds it to the timeline. */
  #sound(alarm: AlarmLive): void {
    if (alarm.state !== alarmState.alarming || (alarm.silenced && alarm.drill !== drillMode.silent)) return;
    for (const one of this.speakers)
      if (one.online && !one.held && this.chance(0.6)) {
        Object.assign(one, { sounds: true, mute: false });
        one.first ??= this.now;
      }
    const firsts = this.speakers.flatMap(({ first }) => first ?? []);
    const ms = Math.max(0, ...firsts.map((at) => at - (alarm.alarming_at ?? at)));
    this.note('reached', { n: firsts.length, targets: this.speakers.length, ms });
  }

  /**
   * Another alarm takes terminals or returns them, or a sounding one stops reporting. Not in a silent drill.
   */
  #disturb(alarm: AlarmLive): void {
    if (alarm.state !== alarmState.alarming || alarm.silenced || alarm.drill === drillMode.silent) return;
    for (const one of this.speakers) {
      const wasSounding = one.sounds;
      if (one.online && this.chance(0.3)) Object.assign(one, { held: !one.held, sounds: false, mute: false });
      else if (wasSounding && this.chance(0.3)) Object.assign(one, { mute: true, sounds: false });
    }
  }

  #input(alarm: AlarmLive): void {
    if (this.plan.fire_control_device === null) return;
    alarm.active_inputs = this.chance(0.5) ? [1] : [];
    this.note(alarm.active_inputs.length > 0 ? 'input_active' : 'input_normal', { input: 1, name: '' });
  }

  #link(): void {
    for (const one of this.speakers) {
      one.online = this.chance(0.8);
      one.isBehind = this.chance(0.4);
      if (!one.online && this.alarm?.drill !== drillMode.silent)
        Object.assign(one, { sounds: false, held: false, mute: false });
    }
    if (this.plan.fire_control_device === null) return;
    this.plan.device_online = this.chance(0.7);
    this.plan.device_relay = !this.plan.device_online && this.chance(0.5) ? 'North house' : null;
  }

  /** Updates the rows as the server would send them. */
  #settle(): void {
    const { alarm, plan, speakers } = this;
    plan.targets = speakers.length;
    plan.online = speakers.filter(({ online }) => online).length;
    plan.behind_relay = speakers.filter(({ online, isBehind }) => !online && isBehind).length;
    plan.status = alarm?.state ?? alarmState.notStarted;
    plan.drilling = alarm !== null && alarm.drill !== drillMode.none;
    if (alarm === null) return;
    alarm.device_online = plan.device_online;
    alarm.device_relay = plan.device_relay;
    const next = alarm.state === alarmState.alarming ? plan.steps[alarm.step] : undefined;
    alarm.next_step_name = next?.name ?? '';
    alarm.next_step_at = next?.after_s == null ? null : this.now + next.after_s * 1000;
    const counts = countsOf(speakers);
    Object.assign(alarm, counts);
    const { targets, ...known } = counts;
    alarm.silent = Object.values(known).reduce((left, n) => left - n, targets);
    alarm.zones = [...new Set(speakers.map(({ zone }) => zone))].map((org) => ({
      org,
      ...countsOf(speakers.filter(({ zone }) => zone === org)),
    }));
  }
}

/** Tells whether a terminal is not connected, and its sound not proved before. */
export const isAway = ({ online, sounds }: Speaker) => !online && !sounds;

/** Counts terminals by state, each once. */
function countsOf(speakers: readonly Speaker[]) {
  return {
    targets: speakers.length,
    sounding: speakers.filter(({ sounds, isForeign }) => sounds && !isForeign).length,
    sent: speakers.filter(({ sounds, isForeign }) => sounds && isForeign).length,
    unknown: speakers.filter(({ mute }) => mute).length,
    preempted: speakers.filter(({ held }) => held).length,
    offline: speakers.filter((one) => isAway(one) && !one.isBehind).length,
    behind_relay: speakers.filter((one) => isAway(one) && one.isBehind).length,
  };
}
