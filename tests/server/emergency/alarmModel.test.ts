import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alarmPermissions, drillPermission } from '../../../contract/api/permissions.ts';
import { alarmState } from '../../../contract/codes.ts';
import { startAlarm } from '../../../contract/entities/tasks/alarmPlan.ts';
import { alarmWorkflow } from '../../../contract/workflow.ts';
import { randomRuns } from '../../support/random.ts';
import { PANELS, plans, Site } from './alarmModelSite.ts';
import { byOf, mayAct, type Step, step } from './alarmSteps.ts';

const actor = (accountId: number) => ({ accountId, code: 'a', name: 'A', ip: '' });
const isAllowed = (one: Extract<Step, { kind: 'act' | 'start' }>) => {
  const real = one.kind === 'act' ? alarmPermissions[one.action] : alarmPermissions.start;
  return mayAct(one.who, one.plan, one.kind === 'start' && one.drill !== 'none' ? drillPermission : real);
};

/** Refuses a caller without the permission or the zone; a refused action changes nothing. */
async function byPerson(
  site: Site,
  one: Extract<Step, { kind: 'act' | 'start' }>,
  request: Promise<unknown>,
  before: string,
): Promise<boolean> {
  const refused = await request.then(
    () => null,
    (error: { code: number }) => error.code,
  );
  if (!isAllowed(one)) expect([403, 404]).toContain(refused);
  if (refused !== null) expect(site.seen).toBe(before);
  return refused === null;
}

async function act(site: Site, one: Extract<Step, { kind: 'act' }>): Promise<void> {
  const state = site.alarms.ofPlan(one.plan)?.row.state ?? alarmState.notStarted;
  const before = site.seen;
  const done = await byPerson(site, one, site.actions.act(byOf(one.who), one.plan, one.action), before);
  // Actions outside the workflow table are never done; a repeated click does nothing.
  if (done && !(one.action in alarmWorkflow[state])) expect(site.seen).toBe(before);
}

function contact(site: Site, one: Extract<Step, { kind: 'contact' }>): void {
  const contacts = site.contacts.get(one.panel) as Set<number>;
  if (one.on) contacts.add(one.input);
  else contacts.delete(one.input);
  site.sendContacts(one.panel);
}

async function take(site: Site, one: Step): Promise<void> {
  if (one.kind === 'contact') contact(site, one);
  else if (one.kind === 'act') await act(site, one);
  else if (one.kind === 'pass') site.pass(one.ms);
  else if (one.kind === 'commit') site.commit();
  else if (one.kind === 'crash') site.crash();
  else if (one.kind === 'start') {
    const before = site.seen;
    const options = startAlarm.parse({ drill: one.drill });
    await byPerson(site, one, site.actions.start(byOf(one.who), one.plan, options), before);
  } else if (one.kind === 'test') {
    if (one.on) site.tested.add(`${one.panel}:${one.input}`);
    else site.tested.delete(`${one.panel}:${one.input}`);
    site.sendContacts(one.panel);
  } else {
    if (one.on) site.online.add(one.panel);
    else site.online.delete(one.panel);
    site.alarms.deviceLink(one.panel, one.on);
    site.sendContacts(one.panel);
  }
}

/**
 * Independent check: every input that became active, was reported and is not in test mode has a real alarm of
 * its plan, until a person ends it.
 */
class Watch {
  /** Plan and input whose alarm must exist. */
  readonly pending = new Set<string>();
  /** Phase reached by each alarm. */
  readonly phases = new Map<number, number>();
  before(site: Site, one: Step): void {
    const isContact = one.kind === 'contact' && one.on;
    // A contact that is active when its test ends counts as an edge.
    const isTestOver = one.kind === 'test' && !one.on;
    if ((!isContact && !isTestOver) || !site.online.has(one.panel)) return;
    const line = `${one.panel}:${one.input}`;
    const isActive = site.contacts.get(one.panel)?.has(one.input) === true;
    if (isContact ? isActive || site.tested.has(line) : !isActive || !site.tested.has(line)) return;
    for (const { id, fire_control_device, input_nums, activated } of plans)
      if (activated && fire_control_device === one.panel && input_nums.includes(one.input))
        this.pending.add(`${id}:${one.input}`);
  }
  after(site: Site, one: Step): void {
    // Only people end alarms: by stop, reset, or a start that ends a drill.
    if (one.kind === 'act' && (one.action === 'stop' || one.action === 'reset') && isAllowed(one))
      this.forgive(one.plan);
    if (one.kind === 'crash') this.lost(site);
    this.phase(site, one);
    for (const pending of this.pending) {
      const [id = 0, number = 0] = pending.split(':').map(Number);
      const alarm = site.alarms.ofPlan(id);
      expect(alarm, `an alarm of plan ${id}`).toBeDefined();
      expect(alarm?.row.drill).toBe('none');
      expect(alarm?.row.input_nums).toContain(number);
    }
    for (const alarm of site.alarms.all()) {
      expect(Object.values(alarmState)).toContain(alarm.row.state);
      expect(alarm.row.state).not.toBe(alarmState.notStarted);
      // Sounds and outputs exist for alarming plans only.
      expect(site.sounding.has(alarm.id)).toBe(alarm.row.state === alarmState.alarming);
      expect(site.held.has(alarm.id)).toBe(alarm.row.state === alarmState.alarming && !alarm.isDrill);
    }
    const running = new Set([...site.alarms.all()].map(({ id }) => id));
    for (const id of [...site.sounding, ...site.held]) expect(running).toContain(id);
  }
  /** Phases follow each other in time; a manual phase is entered only by a person. */
  phase(site: Site, one: Step): void {
    if (one.kind === 'crash') this.phases.clear();
    for (const { id, row, plan, stepDue } of site.alarms.all()) {
      const was = this.phases.get(id) ?? row.step;
      this.phases.set(id, row.step);
      expect(row.step).toBeGreaterThanOrEqual(was);
      expect(row.step).toBeLessThanOrEqual(plan.steps.length);
      if (row.state !== alarmState.alarming) expect(stepDue).toBeNull();
      else if (plan.steps[row.step]?.after_s != null) expect(stepDue).not.toBeNull();
      if (one.kind === 'pass') expect(stepDue ?? Number.POSITIVE_INFINITY).toBeGreaterThan(site.now);
      if (was === 1 && row.step > 1) expect(one).toMatchObject({ kind: 'act', action: 'step' });
    }
  }
  forgive(plan: number): void {
    for (const pending of [...this.pending]) if (pending.startsWith(`${plan}:`)) this.pending.delete(pending);
  }
  /**
   * Unstored edges are lost in a crash; an input that is still active when its panel returns is reported
   * again.
   */
  lost(site: Site): void {
    for (const pending of [...this.pending]) {
      const [id = 0, number = 0] = pending.split(':').map(Number);
      const row = plans.find((one) => one.id === id);
      const device = row?.fire_control_device ?? 0;
      const isSeen =
        site.online.has(device) &&
        site.contacts.get(device)?.has(number) === true &&
        !site.tested.has(`${device}:${number}`);
      const isStored = [...site.stored.rows.values()].some(
        (one) => one.plan_id === id && one.ended_at === null && one.input_nums.includes(number),
      );
      if (!isSeen && !isStored) this.pending.delete(pending);
    }
  }
}

describe('alarms under random inputs, actions, rights, phases, lost links and crashes', () => {
  it('no alarm is lost, leaves the workflow table or is changed without permission, and each can be reset', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const site = new Site();
        const watch = new Watch();
        for (const one of steps) {
          watch.before(site, one);
          await take(site, one);
          watch.after(site, one);
        }
        // With normal inputs, a person can return every plan to its start.
        for (const contacts of site.contacts.values()) contacts.clear();
        for (const id of PANELS) {
          site.online.add(id);
          site.sendContacts(id);
        }
        for (const { id } of plans) {
          const alarm = site.alarms.ofPlan(id);
          if (alarm !== undefined && alarm.row.state !== alarmState.reset) {
            site.pass(2_000);
            if (site.alarms.ofPlan(id) === alarm) site.alarms.act(alarm, 'stop', actor(7));
          }
        }
        site.pass(60_000);
        expect([...site.alarms.all()]).toEqual([]);
        expect([...site.sounding, ...site.held]).toEqual([]);
      }),
      randomRuns(300),
    );
  });
});
