import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alarmPermissions, drillPermission, type PermissionKey } from '../../../contract/api/permissions.ts';
import { type AlarmAction, alarmState } from '../../../contract/codes.ts';
import { startAlarm } from '../../../contract/entities/tasks/alarmPlan.ts';
import { alarmWorkflow } from '../../../contract/workflow.ts';
import type { AlarmRow } from '../../../server/air/emergency/journal/alarm.repository.ts';
import type { AlarmJournal } from '../../../server/air/emergency/journal/alarmJournal.ts';
import { createAlarms } from '../../../server/air/emergency/machine/alarms.ts';
import type { Alarms } from '../../../server/air/emergency/machine/alarmsApi.ts';
import { Inputs, type StoredInputs } from '../../../server/air/emergency/machine/fireInputs.ts';
import type { AlarmConfiguration } from '../../../server/air/emergency/plans/alarmConfiguration.ts';
import type { AlarmPlanRow } from '../../../server/air/emergency/plans/plan.repository.ts';
import { type Actions, createActions } from '../../../server/air/emergency/routes/actions.ts';
import { randomRuns } from '../../support/random.ts';

const PANELS = [1, 2];
const DELAY_S = 5;

/** Two fire terminals with overlapping plans; the third plan can be started manually only. */
const plans = [
  { id: 1, fire_control_device: 1, input_nums: [1, 2], reset_time: 0, activated: true },
  { id: 2, fire_control_device: 2, input_nums: [1], reset_time: 30, activated: true },
  { id: 3, fire_control_device: 2, input_nums: [2], reset_time: 3, activated: false },
].map(
  (plan): AlarmPlanRow => ({
    ...plan,
    name: `Plan ${plan.id}`,
    // The third plan lies in a zone of its own.
    org: plan.id === 3 ? 2 : 1,
    priority: 50,
    output_nums: [1],
    linkage_task_ids: [1],
    // Phases: timed, manual, and timed again.
    steps: [20, null, 30].map((after_s, i) => ({ name: `Phase ${i + 1}`, after_s, linkage_task_ids: [1] })),
    gpio_set_task_ids: [],
    desc: '',
    rev: 1,
    created_at: 0,
  }),
);

/**
 * Surroundings of the alarms: contacts of the panels, stored rows, sounding alarms. A crash keeps the first
 * two.
 */
class Site {
  now = 1_000_000;
  readonly contacts = new Map<number, Set<number>>(PANELS.map((id) => [id, new Set()]));
  readonly online = new Set(PANELS);
  readonly tested = new Set<string>();
  /** Committed state, and state waiting for its commit. */
  stored = { rows: new Map<number, AlarmRow>(), inputs: {} as StoredInputs };
  waiting: { rows: Map<number, AlarmRow>; inputs: StoredInputs | null } = { rows: new Map(), inputs: null };
  sounding = new Set<number>();
  held = new Set<number>();
  nextId = 1;
  alarms!: Alarms;
  actions!: Actions;

  constructor() {
    this.build();
  }

  build(): void {
    const journal: AlarmJournal = {
      note: (row) => void this.waiting.rows.set(row.id, structuredClone(row)),
      proofs: () => {},
      inputs: (active) => {
        this.waiting.inputs = active;
      },
      stored: async () => {},
      safe: async () => {},
    };
    const configuration = {
      plans: new Map(plans.map((plan) => [plan.id, plan])),
    } as unknown as AlarmConfiguration;
    this.alarms = createAlarms({
      configuration,
      directory: {
        byId: (id) =>
          ({
            id,
            code: `P${id}`,
            row: { name: `P${id}`, dev_name2: '', details: { delayTriggerTime: DELAY_S } },
          }) as never,
      },
      gateway: { link: (id) => (this.online.has(id) ? ({} as never) : undefined) },
      ids: { next: () => this.nextId++ },
      inputs: new Inputs(this.stored.inputs),
      journal,
      sound: {
        soundsOfStep: () => [],
        settle: ({ id }) => {
          this.sounding.add(id);
          return { joined: [], left: [] };
        },
        handOver: () => {},
        end: ({ id }) => void this.sounding.delete(id),
        silence: () => {},
        unsilence: () => {},
      },
      proof: { firstSoundAt: () => null, report: () => null },
      ports: {
        outputs: {
          hold: ({ id }) => void this.held.add(id),
          release: ({ id }) => void this.held.delete(id),
        },
        links: { start: () => {}, stop: () => {} },
        isTested: (terminal, input) => this.tested.has(`${terminal}:${input}`),
      },
      wall: () => this.now,
      mono: () => this.now,
      zonesOf: () => null,
      changed: () => {},
      log: { error: () => {} },
    });
    this.actions = createActions({ configuration, alarms: this.alarms, journal, where: {} as never });
  }

  /** Visible state of all alarms. */
  get seen(): string {
    const rows = [...this.alarms.all()].map(({ row, active }) => [row, [...active]]);
    return JSON.stringify([rows, [...this.sounding], [...this.held]]);
  }

  commit(): void {
    for (const [id, row] of this.waiting.rows) this.stored.rows.set(id, row);
    this.stored.inputs = structuredClone(this.waiting.inputs ?? this.stored.inputs);
    this.waiting = { rows: new Map(), inputs: null };
  }

  /**
   * Kills the process; another one loads the stored state, and the panels reconnect and report their inputs.
   */
  crash(): void {
    this.waiting = { rows: new Map(), inputs: null };
    this.sounding.clear();
    this.held.clear();
    this.build();
    for (const row of [...this.stored.rows.values()].sort((a, b) => a.id - b.id)) {
      const plan = plans.find(({ id }) => id === row.plan_id);
      if (row.ended_at === null && plan !== undefined) this.alarms.resume(structuredClone(row), plan, []);
    }
    for (const panel of PANELS) this.say(panel);
  }

  say(panel: number): void {
    if (!this.online.has(panel)) return;
    const contacts = this.contacts.get(panel) ?? new Set<number>();
    // Inputs in test mode are reported as normal, as by server/site/io/inputReports.ts.
    const isActive = (input: number) => contacts.has(input) && !this.tested.has(`${panel}:${input}`);
    this.alarms.heard(
      panel,
      [1, 2].map((input) => ({ input, active: isActive(input) })),
    );
  }

  pass(ms: number): void {
    for (const end = this.now + ms; this.now < end; ) {
      this.now = Math.min(end, this.now + 1_000);
      this.alarms.tick();
    }
  }
}

const panel = fc.constantFrom(...PANELS);
const input = fc.constantFrom(1, 2);
const plan = fc.constantFrom(1, 2, 3);
const action = fc.constantFrom<Exclude<AlarmAction, 'start'>>(
  'stop',
  'reset',
  'acknowledge',
  'silence',
  'unsilence',
  'step',
);
/** Actor: one of two accounts, with permissions and zones. Most may do what they do. */
const keys: PermissionKey[] = [...new Set([...Object.values(alarmPermissions).flat(), ...drillPermission])];
const who = fc.record({
  account: fc.nat(1),
  keys: fc.oneof({ weight: 3, arbitrary: fc.constant(keys) }, fc.subarray(keys)),
  zones: fc.oneof({ weight: 4, arbitrary: fc.constant<number[]>([1, 2]) }, fc.subarray<number>([1, 2])),
});
type Who = typeof who extends fc.Arbitrary<infer W> ? W : never;

const byOf = ({ account, keys: own, zones }: Who) => ({
  caller: {
    sessionId: 1,
    accountId: account,
    code: 'a',
    name: 'A',
    roleCode: '',
    roleName: '',
    permissions: new Set(own),
    granted: new Set(own),
    scope: { ids: new Set(zones) },
    wholeSite: false,
    zoneRoots: zones,
    secure: true,
    mustChangePassword: false,
  },
  ip: '',
});
const mayAct = (by: Who, id: number, needed: readonly PermissionKey[]) =>
  plans.some((one) => one.id === id && by.zones.some((zone) => zone === one.org)) &&
  needed.some((key) => by.keys.includes(key));

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('contact' as const), panel, input, on: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('act' as const), plan, action, who }) },
  fc.record({
    kind: fc.constant('start' as const),
    plan,
    drill: fc.constantFrom('none' as const, 'silent' as const),
    who,
  }),
  fc.record({ kind: fc.constant('test' as const), panel, input, on: fc.boolean() }),
  fc.record({ kind: fc.constant('link' as const), panel, on: fc.boolean() }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.constantFrom(100, 2_000, 40_000) }),
  { weight: 2, arbitrary: fc.constant({ kind: 'commit' as const }) },
  fc.constant({ kind: 'crash' as const }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const doer = (accountId: number) => ({ accountId, code: 'a', name: 'A', ip: '' });
const isAllowed = (one: Extract<Step, { kind: 'act' | 'start' }>) => {
  const real = one.kind === 'act' ? alarmPermissions[one.action] : alarmPermissions.start;
  return mayAct(one.who, one.plan, one.kind === 'start' && one.drill !== 'none' ? drillPermission : real);
};

/** Refuses a caller without the permission or the zone; a refused action changes nothing. */
async function byPerson(
  site: Site,
  one: Extract<Step, { kind: 'act' | 'start' }>,
  deed: Promise<unknown>,
  before: string,
): Promise<boolean> {
  const refused = await deed.then(
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
  site.say(one.panel);
}

async function take(site: Site, one: Step): Promise<void> {
  if (one.kind === 'contact') contact(site, one);
  else if (one.kind === 'act') await act(site, one);
  else if (one.kind === 'pass') site.pass(one.ms);
  else if (one.kind === 'commit') site.commit();
  else if (one.kind === 'crash') site.crash();
  else if (one.kind === 'start') {
    const before = site.seen;
    const asked = startAlarm.parse({ drill: one.drill });
    await byPerson(site, one, site.actions.start(byOf(one.who), one.plan, asked), before);
  } else if (one.kind === 'test') {
    if (one.on) site.tested.add(`${one.panel}:${one.input}`);
    else site.tested.delete(`${one.panel}:${one.input}`);
    site.say(one.panel);
  } else {
    if (one.on) site.online.add(one.panel);
    else site.online.delete(one.panel);
    site.alarms.deviceLink(one.panel, one.on);
    site.say(one.panel);
  }
}

/**
 * Independent check: every input that became active, was reported and is not in test mode has a real alarm of
 * its plan, until a person ends it.
 */
class Watch {
  /** Plan and input whose alarm must exist. */
  readonly owed = new Set<string>();
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
        this.owed.add(`${id}:${one.input}`);
  }
  after(site: Site, one: Step): void {
    // Only people end alarms: by stop, reset, or a start that ends a drill.
    if (one.kind === 'act' && (one.action === 'stop' || one.action === 'reset') && isAllowed(one))
      this.forgive(one.plan);
    if (one.kind === 'crash') this.lost(site);
    this.phase(site, one);
    for (const owed of this.owed) {
      const [id = 0, number = 0] = owed.split(':').map(Number);
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
    for (const owed of [...this.owed]) if (owed.startsWith(`${plan}:`)) this.owed.delete(owed);
  }
  /**
   * Unstored edges are lost in a crash; an input that is still active when its panel returns is reported
   * again.
   */
  lost(site: Site): void {
    for (const owed of [...this.owed]) {
      const [id = 0, number = 0] = owed.split(':').map(Number);
      const row = plans.find((one) => one.id === id);
      const device = row?.fire_control_device ?? 0;
      const isSeen =
        site.online.has(device) &&
        site.contacts.get(device)?.has(number) === true &&
        !site.tested.has(`${device}:${number}`);
      const isStored = [...site.stored.rows.values()].some(
        (one) => one.plan_id === id && one.ended_at === null && one.input_nums.includes(number),
      );
      if (!isSeen && !isStored) this.owed.delete(owed);
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
          site.say(id);
        }
        for (const { id } of plans) {
          const alarm = site.alarms.ofPlan(id);
          if (alarm !== undefined && alarm.row.state !== alarmState.reset) {
            site.pass(2_000);
            if (site.alarms.ofPlan(id) === alarm) site.alarms.act(alarm, 'stop', doer(7));
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
