import type { LiveRow } from '../../../../contract/api/live.ts';
import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import type { LinkageTaskLive } from '../../../../contract/entities/tasks/linkageTask.ts';
import { ioId } from '../../../../contract/entities/terminals/io.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { Io } from '../../../site/io/io.ts';
import type { TerminalGateway } from '../../../site/terminals/gateway/terminals.types.ts';
import type { User } from '../../../site/uses/used.ts';
import { usersView, type WithUsers } from '../../../site/uses/usersView.ts';
import type { AlarmMessage, OfflineAlarms } from '../../offline/offlineAlarms.ts';
import type { Reached, Reaches } from '../../schedule/reach.ts';
import type { PreparedSounds } from '../effects/preparedSounds.ts';
import { reachOf, type WithinZone } from '../effects/targets.ts';
import type { Running } from '../machine/running.ts';
import { type AlarmConfiguration, tasksOfPlan } from './alarmConfiguration.ts';
import type { AlarmPlanRow, LinkageTaskRow } from './plan.repository.ts';

/** A linkage task as the server holds it: its reader's scope decides which plans are named. */
type TaskState = WithUsers<LinkageTaskLive, 'plans', 'plans_elsewhere'> & LiveRow & Record<string, unknown>;

/** Interval of checks of what other parts change (terminals, groups, sound), ms. */
const EVERY_MS = 1_000;

export interface PublishDeps extends WithinZone {
  live: LiveHub;
  configuration: AlarmConfiguration;
  reaches: Reaches;
  prepared: PreparedSounds;
  running: Running;
  /** Tells if a linkage task plays outside an alarm. */
  playsByHand(task: number): boolean;
  gateway: Pick<TerminalGateway, 'link'>;
  /** Name of the relay of a terminal that is behind a lost one; null: none. */
  lostRelayOf(terminalId: number): string | null;
  io: Pick<Io, 'setUses'>;
  alarmKeeping: Pick<OfflineAlarms, 'setAlarmMessages'>;
}

/** Publishes the topics `linkage_task` and `alarm_plan`; only differences are sent. */
export function publishPlans(deps: PublishDeps): {
  now(): void;
  /** Publishes at once what an alarm of a plan changes. */
  alarm(plan: AlarmPlanRow): void;
  end(): void;
} {
  const { configuration, prepared, running, gateway } = deps;
  const taskTopic = deps.live.topic<TaskState>('linkage_task', usersView('plans', 'plans_elsewhere'));
  const planTopic = deps.live.topic<AlarmPlanLive>('alarm_plan');

  const counted = (terminals: Reached['terminals']) => ({
    targets: terminals.length,
    online: terminals.filter(({ id }) => gateway.link(id) !== undefined).length,
    behind_relay: terminals.filter(({ id }) => deps.lostRelayOf(id) !== null).length,
  });

  function taskRow(task: LinkageTaskRow, plans: readonly User[]): TaskState {
    const terminals = reachOf(deps, task);
    const { missing, lacking, differs } = prepared.of(task.id);
    const { frozen: _, ...shown } = task;
    return {
      ...shown,
      ...counted(terminals),
      ready: missing === null,
      lacking,
      differs,
      plans,
      playing: running.plays(task.id),
      by_hand: deps.playsByHand(task.id),
    };
  }

  function alarmOf(plan: AlarmPlanRow) {
    const alarm = running.ofPlan(plan.id);
    return {
      status: alarm?.state ?? alarmState.notStarted,
      alarm_id: alarm?.id ?? null,
      drilling: alarm !== null && alarm.drill !== 'none',
      last_alarm_at: running.lastAlarmAt(plan.id),
    };
  }

  function planRow(plan: AlarmPlanRow): AlarmPlanLive {
    const tasks = tasksOfPlan(plan).flatMap((id) => configuration.tasks.get(id) ?? []);
    const reached = new Map(
      tasks.flatMap((task) => reachOf(deps, task).map((terminal) => [terminal.id, terminal] as const)),
    );
    const device = plan.fire_control_device;
    return {
      ...plan,
      ...alarmOf(plan),
      ...counted([...reached.values()]),
      device_online: device === null || gateway.link(device) !== undefined,
      device_relay: device === null ? null : deps.lostRelayOf(device),
      ready: tasks.every((task) => prepared.of(task.id).missing === null),
    };
  }

  /** Lines of fire terminals with the plans that use them. */
  function uses(): Map<number, User[]> {
    const found = new Map<number, User[]>();
    for (const plan of configuration.plans.values()) {
      const { name, org, fire_control_device: device, input_nums, output_nums } = plan;
      if (device === null) continue;
      const lines = [
        ...input_nums.map((n) => ioId(device, 'input', n)),
        ...output_nums.map((n) => ioId(device, 'output', n)),
      ];
      for (const id of lines) found.set(id, [...(found.get(id) ?? []), { name, org }]);
    }
    return found;
  }

  /** Messages that each terminal is to store. */
  function messages(): Map<number, AlarmMessage[]> {
    const found = new Map<number, AlarmMessage[]>();
    for (const plan of configuration.plans.values())
      for (const id of tasksOfPlan(plan)) {
        const task = configuration.tasks.get(id);
        const round = prepared.of(id).round;
        if (task === undefined || round === null) continue;
        const message = { plan: plan.id, title: plan.name, items: [round] };
        for (const terminal of reachOf(deps, task)) {
          const own = found.get(terminal.id);
          if (own === undefined) found.set(terminal.id, [message]);
          else own.push(message);
        }
      }
    return found;
  }

  /** Last values passed on, to pass on only changes. */
  const published = { uses: '', messages: '' };
  function publishChanged(): void {
    const lines = uses();
    const usesKey = JSON.stringify([...lines]);
    if (usesKey !== published.uses) deps.io.setUses('alarm_plan', lines);
    const sounds = messages();
    const soundsKey = JSON.stringify(
      [...sounds].map(([id, own]) => [id, own.map(({ plan, items }) => [plan, items[0]?.path])]),
    );
    if (soundsKey !== published.messages) deps.alarmKeeping.setAlarmMessages(sounds);
    Object.assign(published, { uses: usesKey, messages: soundsKey });
  }

  function now(): void {
    publishChanged();
    const plansOf = new Map<number, User[]>();
    for (const plan of configuration.plans.values())
      for (const id of tasksOfPlan(plan)) {
        const user = { name: plan.name, org: plan.org };
        const users = plansOf.get(id);
        if (users === undefined) plansOf.set(id, [user]);
        else users.push(user);
      }
    taskTopic.replaceAll(
      [...configuration.tasks.values()].map((task) => taskRow(task, plansOf.get(task.id) ?? [])),
    );
    planTopic.replaceAll([...configuration.plans.values()].map(planRow));
  }

  const forget = configuration.onChange(now);
  const timer = setInterval(now, EVERY_MS);
  timer.unref();
  now();
  return {
    now,
    alarm(plan) {
      planTopic.patch(plan.id, alarmOf(plan));
      for (const id of tasksOfPlan(plan)) taskTopic.patch(id, { playing: running.plays(id) });
    },
    end() {
      clearInterval(timer);
      forget();
    },
  };
}
