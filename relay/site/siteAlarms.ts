import { createAlarmPlayer } from '../../server/air/emergency/effects/alarmPlayer.ts';
import { proofSource } from '../../server/air/emergency/effects/deliveryLog.ts';
import { createDrills } from '../../server/air/emergency/effects/drills.ts';
import type { PreparedSound } from '../../server/air/emergency/effects/taskSound.ts';
import type { AlarmRow } from '../../server/air/emergency/journal/alarm.repository.ts';
import { alarmJournal } from '../../server/air/emergency/journal/alarmJournal.ts';
import { createAlarms } from '../../server/air/emergency/machine/alarms.ts';
import type { Alarms } from '../../server/air/emergency/machine/alarmsApi.ts';
import { Inputs, type StoredInputs } from '../../server/air/emergency/machine/fireInputs.ts';
import { resumeAlarm } from '../../server/air/emergency/machine/resumeAlarm.ts';
import type { Engine } from '../../server/air/engine/engineApi.ts';
import { every } from '../../server/air/engine/ticker.ts';
import { GpioRunner } from '../../server/air/gpio/gpioRunner.ts';
import type { SavedRuns } from '../../server/air/gpio/savedRuns.ts';
import type { SitePlan, SiteSound } from '../../server/air/relaySites/sitePlan.types.ts';
import { createControl } from '../../server/air/schedule/control.ts';
import type { MediaClock } from '../../server/platform/clock/mediaClock.ts';
import { Outputs } from '../../server/site/io/outputs.ts';
import type { BroadcastItem } from '../../server/sound/source/broadcastItem.ts';
import type { SiteIds } from './siteIds.ts';
import type { SiteJournal } from './siteJournal.ts';
import type { SiteStore } from './siteStore.ts';
import { type SiteTerminals, setVolume } from './siteTerminals.ts';

/** Interval at which due transitions are carried out, ms. */
const TICK_MS = 50;

export interface SiteAlarmsDeps {
  plan: SitePlan;
  store: SiteStore;
  journal: SiteJournal;
  ids: SiteIds;
  clock: MediaClock;
  terminals: SiteTerminals;
  engine: Engine;
  saved: Pick<SavedRuns, 'want' | 'release'>;
  /** Inputs that were active when the line was cut. */
  inputs: StoredInputs;
  log: { error(details: object, message: string): void };
}

export interface SiteAlarms {
  alarms: Alarms;
  /** Active inputs of the fire terminals, by terminal; an empty list: none. */
  inputs(): StoredInputs;
  /** Continues alarms that ran before. */
  resume(rows: readonly AlarmRow[]): void;
  close(): void;
}

/** Alarms of this relay: the state machine and the player of the server, over the plan that the relay has stored. */
export function createSiteAlarms(deps: SiteAlarmsDeps): SiteAlarms {
  const { plan, store, ids, clock, engine, log } = deps;
  const { directory, gateway } = deps.terminals;
  const wall = () => Math.round(clock.toWall(clock.now()));
  const none: StoredInputs = Object.fromEntries(
    plan.terminals.flatMap(({ id, kind }) => (kind === 'fire_control_device' ? [[id, []]] : [])),
  );
  const journal = {
    ...alarmJournal(deps.journal),
    inputs: (active: StoredInputs) => deps.journal.inputs({ ...none, ...active }),
  };
  const linkages = new Map(plan.linkages.map((one) => [one.row.id, one]));
  const tasks = new Map(plan.linkages.map(({ row }) => [row.id, row]));
  const plans = new Map(plan.plans.map((row) => [row.id, row]));
  const item = (sound: SiteSound | null): BroadcastItem | null =>
    sound === null ? null : store.itemOf(sound);
  const preparedOf = (task: number): PreparedSound => {
    const round = item(linkages.get(task)?.round ?? null);
    return { round, missing: round === null ? 'media.notReady' : null, lacking: [], differs: [] };
  };
  const drills = createDrills({ gateway, journal, wall, alarms: () => alarms });
  const sound = createAlarmPlayer({
    engine,
    directory,
    ids,
    journal,
    air: deps.journal,
    prepared: {
      of: preparedOf,
      ready: async () => {},
      fallback: item(plan.fallback),
    },
    control: createControl({
      gateway,
      lostRelayOf: () => null,
      async setVolume(ids, ao_volume) {
        setVolume(deps.terminals, ids, ao_volume);
        deps.journal.volume({ terminals: [...ids], ao_volume });
        return true;
      },
    }),
    reach: ({ id }) => (linkages.get(id)?.terminals ?? []).flatMap((one) => directory.byId(one) ?? []),
    tasks,
    requestConfirmation: drills.requestConfirmation,
    onFailed: (alarm, { task }, reason) => alarms.note(alarm, 'message_failed', { name: task.name, reason }),
    wall,
    log,
  });
  const outputs = new Outputs({
    send: (terminal, set) => gateway.link(terminal)?.send({ type: 'outputs', set }),
    changed() {},
    now: wall,
  });
  const inputs = new Inputs(deps.inputs);
  const links = new GpioRunner(
    {
      io: {
        outputs,
        pulse: (line, ms, by) => outputs.pulse(line, ms, by),
        activeInputs: (terminal) => inputs.stored[terminal] ?? [],
      },
      saved: {
        want: (...need) => deps.saved.want(...need),
        // What an input has started before the cut has been played, or is lost with it.
        keep() {},
        release: (...need) => deps.saved.release(...need),
      },
      codeOf: (terminal) => directory.byId(terminal)?.code ?? '',
      changed() {},
      now: () => Math.floor(wall() / 1000),
    },
    (plan.gpio ?? []).map((task) => ({ ...task, by_hand: null })),
  );
  const alarms: Alarms = createAlarms({
    configuration: { plans },
    directory,
    gateway,
    ids,
    inputs,
    journal,
    sound,
    proof: proofSource(engine, gateway),
    ports: { outputs, links, isTested: () => false },
    wall,
    mono: () => clock.now() / 1000,
    zonesOf(alarmPlan, sounds) {
      const found = new Set(sounds.flatMap((one) => [...one.targets.values()]).flatMap((org) => org ?? []));
      if (found.size === 0 && alarmPlan.org !== null) found.add(alarmPlan.org);
      return found.size === 0 ? null : [...found];
    },
    changed() {},
    log,
  });
  const endEvents = gateway.subscribe({
    status(terminal, status) {
      if (status.kind !== 'fire_control_device') return;
      const before = new Set(inputs.stored[terminal]);
      alarms.heard(terminal, status.inputs);
      for (const { input, active } of status.inputs)
        if (active !== before.has(input)) links.input(terminal, input, active);
    },
    online({ terminalId }) {
      alarms.deviceLink(terminalId, true);
      outputs.resend(terminalId, outputs.heldAt(terminalId));
    },
    offline: (terminal) => alarms.deviceLink(terminal, false),
  });
  const endTicks = every(TICK_MS, () => alarms.tick());

  return {
    alarms,
    inputs: () => ({ ...none, ...inputs.stored }),
    resume(rows) {
      for (const row of rows) resumeAlarm({ alarms, plans, sound }, { ...row }, 'line_cut', () => true);
    },
    close() {
      endTicks();
      endEvents();
      drills.end();
      outputs.close();
    },
  };
}
