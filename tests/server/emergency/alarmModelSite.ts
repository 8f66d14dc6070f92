import type { AlarmRow } from '../../../server/air/emergency/journal/alarm.repository.ts';
import type { AlarmJournal } from '../../../server/air/emergency/journal/alarmJournal.ts';
import { createAlarms } from '../../../server/air/emergency/machine/alarms.ts';
import type { Alarms } from '../../../server/air/emergency/machine/alarmsApi.ts';
import { Inputs, type StoredInputs } from '../../../server/air/emergency/machine/fireInputs.ts';
import type { AlarmConfiguration } from '../../../server/air/emergency/plans/alarmConfiguration.ts';
import type { AlarmPlanRow } from '../../../server/air/emergency/plans/plan.repository.ts';
import { type Actions, createActions } from '../../../server/air/emergency/routes/actions.ts';

export const PANELS = [1, 2];
const DELAY_S = 5;

/** Two fire terminals with overlapping plans; the third plan can be started manually only. */
export const plans = [
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
export class Site {
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
    for (const panel of PANELS) this.sendContacts(panel);
  }

  sendContacts(panel: number): void {
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
