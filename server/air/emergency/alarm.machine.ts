import type { Registry } from 'prom-client';
import { alarmState } from '../../../contract/codes.ts';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { FaultSink } from '../../site/faults/faults.ts';
import type { Io } from '../../site/io/io.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import { createStoredVolume } from '../../site/terminals/remote/storedVolume.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import type { Engine } from '../engine/engineApi.ts';
import { every } from '../engine/ticker.ts';
import type { GpioLinks } from '../gpio/gpioLinks.ts';
import type { Ids } from '../journal/ids.ts';
import type { Journal } from '../journal/journal.ts';
import { storedInputs } from '../journal/stored.ts';
import { createControl } from '../schedule/control.ts';
import { alarmMetrics } from './alarm.metrics.ts';
import { createAlarmPlayer } from './effects/alarmPlayer.ts';
import { proofSource } from './effects/deliveryLog.ts';
import { createDrills } from './effects/drills.ts';
import type { PreparedSounds } from './effects/preparedSounds.ts';
import { watchUnreachablePlans } from './effects/unreachablePlans.ts';
import type { AlarmRow } from './journal/alarm.repository.ts';
import { lastAlarms } from './journal/alarm.repository.ts';
import { type AlarmJournal, alarmJournal } from './journal/alarmJournal.ts';
import { restoreAlarms } from './journal/restoreAlarms.ts';
import { alarmView, feedAlarms } from './live/alarmFeed.ts';
import { feedEndedAlarms } from './live/endedAlarms.ts';
import { createAlarms } from './machine/alarms.ts';
import type { Alarms } from './machine/alarmsApi.ts';
import { type AlarmsFromRelays, alarmsFromRelays } from './machine/alarmsFromRelays.ts';
import { Inputs } from './machine/fireInputs.ts';
import type { Running } from './machine/running.ts';
import type { AlarmSound } from './machine/runningAlarm.ts';
import type { AlarmConfiguration } from './plans/alarmConfiguration.ts';
import type { AlarmPlanRow, LinkageTaskRow } from './plans/plan.repository.ts';

/** Interval at which due transitions are carried out, ms. */
const TICK_MS = 50;

export interface AlarmMachineDeps {
  db: Db;
  log: { error(details: object, message: string): void };
  clock: MediaClock;
  live: LiveHub;
  metrics: Registry;
  audit: Audit;
  terminals: Terminals;
  engine: Engine;
  io: Pick<Io, 'outputs' | 'isTested' | 'onInput' | 'onOutputFailed'>;
  links: GpioLinks;
  faults: Pick<FaultSink, 'open' | 'resolve' | 'allOpen'>;
  journal: Journal;
  ids: Pick<Ids, 'next'>;
  configuration: AlarmConfiguration;
  prepared: PreparedSounds;
  /** Terminals that a linkage task reaches now. */
  reach(task: LinkageTaskRow): readonly AdoptedTerminal[];
  /** Called when the published state of a plan has changed. */
  changed(plan: AlarmPlanRow): void;
}

export interface AlarmMachine extends AlarmsFromRelays {
  alarms: Alarms;
  journal: AlarmJournal;
  running: Running;
  /** Alarms that began within the last day and are over. */
  ended(): Iterable<AlarmRow>;
  /** Reads when each plan last alarmed, which a snapshot does not hold. */
  load(): Promise<void>;
  close(): void;
}

/**
 * Creates the alarm machine with its inputs and effects; resumes the alarms that ran when the server went
 * down.
 */
export async function createAlarmMachine(deps: AlarmMachineDeps): Promise<AlarmMachine> {
  const { db, configuration, terminals, clock, engine, prepared, log } = deps;
  const { directory, gateway } = terminals;
  const { lostRelayOf } = terminals.devices;
  const wall = () => Math.round(clock.toWall(clock.now()));
  const mono = () => clock.now() / 1000;
  const lastAt = await lastAlarms(db);
  const journal = alarmJournal(deps.journal);
  const inputs = new Inputs(await storedInputs(db));
  const drills = createDrills({ gateway, journal, wall, alarms: () => alarms });
  const sound = createAlarmPlayer({
    engine,
    directory,
    ids: deps.ids,
    journal,
    air: deps.journal,
    prepared,
    control: createControl({ gateway, lostRelayOf, setVolume: createStoredVolume({ db, terminals }) }),
    reach: deps.reach,
    tasks: configuration.tasks,
    requestConfirmation: drills.requestConfirmation,
    onFailed: (alarm, { task }, reason) => alarms.note(alarm, 'message_failed', { name: task.name, reason }),
    wall,
    log,
  });
  const feed = feedAlarms({
    engine,
    directory,
    gateway,
    lostRelayOf,
    mono,
    wallOf: (due) => clock.toWall(due * 1000),
    topic: deps.live.topic<AlarmLive>('alarm', alarmView),
  });
  const ended = await feedEndedAlarms({ db, live: deps.live, wall });
  function zonesOf(plan: AlarmPlanRow, sounds: readonly AlarmSound[]): number[] | null {
    const found = new Set(sounds.flatMap((sound) => [...sound.targets.values()]).flatMap((org) => org ?? []));
    const device = plan.fire_control_device === null ? undefined : directory.byId(plan.fire_control_device);
    if (device?.org != null) found.add(device.org);
    if (found.size === 0 && plan.org !== null) found.add(plan.org);
    return found.size === 0 ? null : [...found];
  }
  const nowhere = watchUnreachablePlans(deps.faults);
  const counters = alarmMetrics(deps.metrics, deps.journal);
  const alarms: Alarms = createAlarms({
    configuration,
    directory,
    gateway,
    ids: deps.ids,
    inputs,
    journal,
    sound,
    proof: proofSource(engine, gateway),
    ports: { outputs: deps.io.outputs, links: deps.links, isTested: deps.io.isTested },
    wall,
    mono,
    zonesOf,
    changed(alarm, over) {
      if (alarm.row.alarming_at !== null && !alarm.isDrill)
        lastAt.set(alarm.plan.id, Math.floor(alarm.row.alarming_at / 1000));
      counters.changed(alarm, over);
      nowhere.changed(alarm, over);
      if (over) {
        feed.remove(alarm.id);
        ended.add(alarm.row);
      } else feed.show(alarm);
      deps.changed(alarm.plan);
    },
    log,
  });
  const subscriptions = [
    gateway.subscribe({
      status(terminal, status) {
        if (status.kind === 'fire_control_device') alarms.heard(terminal, status.inputs);
      },
      online: ({ terminalId }) => alarms.deviceLink(terminalId, true),
      offline: (terminal) => alarms.deviceLink(terminal, false),
    }),
    // Test mode began or ended: active inputs stop counting, or count again.
    deps.io.onInput((terminal, input, active) => alarms.heard(terminal, [{ input, active }])),
    deps.io.onOutputFailed((line, owners) => alarms.outputFailed(line, owners)),
    drills.end,
    ended.end,
  ];
  await restoreAlarms({ db, configuration, engine, sound, journal, wall }, alarms);
  counters.follow(alarms);
  nowhere.resolveEnded((plan) => alarms.ofPlan(plan) !== undefined);
  const stop = every(TICK_MS, () => {
    alarms.tick();
    feed.tick(alarms);
  });

  return {
    alarms,
    journal,
    ...alarmsFromRelays({ alarms, plans: configuration.plans, sound, inputs, journal }),
    running: {
      ofPlan: (plan) => alarms.ofPlan(plan)?.row ?? null,
      plays: (task) =>
        [...alarms.all()].some(
          ({ row, sounds }) =>
            row.state === alarmState.alarming && sounds.some((sound) => sound.task.id === task),
        ),
      lastAlarmAt: (plan) => lastAt.get(plan) ?? null,
    },
    ended: ended.all,
    async load() {
      for (const [plan, at] of await lastAlarms(db)) lastAt.set(plan, Math.max(at, lastAt.get(plan) ?? 0));
      for (const plan of configuration.plans.values()) deps.changed(plan);
    },
    close() {
      stop();
      for (const end of subscriptions) end();
    },
  };
}
