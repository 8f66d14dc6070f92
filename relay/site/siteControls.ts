import { type AlarmAction, type AlarmState, alarmAction, alarmState } from '../../contract/codes.ts';
import { type AlarmRefusal, alarmResult } from '../../contract/workflow.ts';
import type { Alarms } from '../../server/air/emergency/machine/alarmsApi.ts';
import type { Engine } from '../../server/air/engine/engineApi.ts';
import type { SitePerson, SitePlan } from '../../server/air/relaySites/sitePlan.types.ts';
import type { AuditEntry } from '../../server/platform/audit/audit.ts';
import type { SiteJournal } from './siteJournal.ts';
import type { SiteTerminals } from './siteTerminals.ts';

/** Alarm plan as the emergency console shows it. */
export interface PlanView {
  id: number;
  name: string;
  state: AlarmState;
  acknowledged: boolean;
  silenced: boolean;
  /** Actions that its state allows. */
  actions: AlarmAction[];
}

export interface SiteView {
  online: number;
  total: number;
  plans: PlanView[];
  /** Names of the broadcasts that are no alarms. */
  playing: string[];
}

export interface SiteControlsDeps {
  plan: SitePlan;
  alarms: Alarms;
  engine: Engine;
  terminals: SiteTerminals;
  journal: Pick<SiteJournal, 'add' | 'safe'>;
}

/** State of the site of a relay without its line, and the actions of persons on it. */
export class SiteControls {
  readonly #deps: SiteControlsDeps;

  constructor(deps: SiteControlsDeps) {
    this.#deps = deps;
  }

  view(): SiteView {
    const { plan, engine, terminals } = this.#deps;
    const online = plan.terminals.filter(({ id }) => terminals.gateway.link(id) !== undefined).length;
    const playing = [...engine.all()].flatMap(({ row }) => (row.alarm_id === null ? [row.name] : []));
    const plans = plan.plans.map((one) => this.#planView(one.id, one.name));
    return { online, total: plan.terminals.length, plans, playing };
  }

  /** @returns why it is refused; null: done. `denied`: the person may not do this */
  async act(
    person: SitePerson,
    action: AlarmAction,
    plan: number,
    ip: string,
  ): Promise<AlarmRefusal | 'denied' | null> {
    const { alarms, journal } = this.#deps;
    const row = this.#deps.plan.plans.find(({ id }) => id === plan);
    if (row === undefined || !person.actions.includes(action)) return 'denied';
    const actor = { accountId: person.id, code: person.code, name: person.name, ip };
    const running = alarms.ofPlan(plan);
    if (action !== alarmAction.start && running === undefined) return 'state';
    const origin = { kind: 'manual' as const, by: person.name, text: '' };
    const outcome =
      action === alarmAction.start || running === undefined
        ? alarms.start(row, { origin, drill: 'none', targets: [], actor, text: '' })
        : alarms.act(running, action, actor);
    await journal.safe();
    return 'refused' in outcome ? outcome.refused : null;
  }

  /** Stops every broadcast except alarms; false: the person may not do this. */
  async stopAll(person: SitePerson, ip: string): Promise<boolean> {
    const { engine } = this.#deps;
    if (!person.stops) return false;
    const playing = [...engine.all()].filter(({ row }) => row.alarm_id === null);
    this.note(person, 'stop', ip, { tasks: playing.map(({ row }) => row.name).join(', ') });
    await Promise.all(playing.map((b) => engine.stop(b)));
    return true;
  }

  /** Records something that a person did here, for the audit log of the server. */
  note(
    { id, code }: Pick<SitePerson, 'id' | 'code'>,
    action: string,
    ip: string,
    after?: AuditEntry['after'],
  ): void {
    const entry = { action, entity: 'relay', entity_id: null, ip, at: Date.now() };
    const audit = [{ actor: { accountId: id, code }, entry: { ...entry, ...(after && { after }) } }];
    this.#deps.journal.add('site', { audit });
  }

  #planView(id: number, name: string): PlanView {
    const { alarms, terminals } = this.#deps;
    const alarm = alarms.ofPlan(id);
    const state = alarm?.row.state ?? alarmState.notStarted;
    const device = alarm?.row.device_id ?? null;
    // As for the alarm machine: a person may reset an alarm whose fire terminal is offline.
    const isHeard = device === null || terminals.gateway.link(device) !== undefined;
    const guard = {
      active_inputs: alarm !== undefined && isHeard ? [...alarm.active] : [],
      acknowledged: alarm !== undefined && alarm.row.acknowledged_at !== null,
      silenced: alarm?.row.silenced === true,
      steps_left: alarm?.stepsLeft ?? 0,
    };
    const actions = Object.values(alarmAction).filter((one) => 'to' in alarmResult(state, one, guard));
    return { id, name, state, acknowledged: guard.acknowledged, silenced: guard.silenced, actions };
  }
}
