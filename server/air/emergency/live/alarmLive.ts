import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmLive, AlarmZone } from '../../../../contract/entities/tasks/alarm.ts';
import { settingsOf } from '../../../../contract/entities/terminals/kinds.ts';
import type { Directory } from '../../../site/terminals/directory.ts';
import type { TerminalGateway } from '../../../site/terminals/gateway/terminals.types.ts';
import type { Engine } from '../../engine/engineApi.ts';
import type { AlarmSound, RunningAlarm } from '../machine/runningAlarm.ts';

/** Maximum number of zones in a row; zones with missing terminals come first. */
const MAX_ZONES = 50;

/** State of a terminal in an alarm, by rank: if a terminal belongs to two messages, the higher one counts. */
const ranks = {
  ...{ sounding: 5, sent: 4, unknown: 3, silent: 2, preempted: 1 },
  ...{ offline: 0, behind_relay: 0 },
} as const;
export type AlarmTerminal = keyof typeof ranks;

export interface AlarmLiveDeps {
  engine: Pick<Engine, 'get' | 'stateOf'>;
  directory: Pick<Directory, 'byId'>;
  gateway: Pick<TerminalGateway, 'link'>;
  /** Name of the relay of a terminal that is behind a lost one; null: none. */
  lostRelayOf(terminalId: number): string | null;
  /** Converts a due time of the monotonic clock to wall time, ms. */
  wallOf(due: number): number;
}

/** Current state of every terminal of an alarm, by proof of delivery. */
export function alarmTerminals(deps: AlarmLiveDeps, alarm: RunningAlarm): Map<number, AlarmTerminal> {
  const found = new Map<number, AlarmTerminal>();
  const { engine, gateway, lostRelayOf, directory } = deps;
  function doing(sound: AlarmSound, id: number): AlarmTerminal {
    if (sound.confirmed.has(id)) return 'sounding';
    if (gateway.link(id) === undefined) return lostRelayOf(id) === null ? 'offline' : 'behind_relay';
    const b = sound.broadcast === null ? undefined : engine.get(sound.broadcast);
    const target = b?.targets.get(id);
    if (b === undefined || target === undefined) return 'silent';
    const state = engine.stateOf(b, target);
    return state === 'paused' ? 'silent' : state;
  }
  for (const sound of alarm.sounds)
    for (const id of sound.targets.keys()) {
      if (directory.byId(id) === undefined) continue;
      const now = doing(sound, id);
      const known = found.get(id);
      if (known === undefined || ranks[now] > ranks[known]) found.set(id, now);
    }
  return found;
}

const noProof = {
  ...{ targets: 0, sounding: 0, sent: 0, unknown: 0, preempted: 0 },
  ...{ offline: 0, behind_relay: 0 },
};

function zonesOf(
  found: ReadonlyMap<number, AlarmTerminal>,
  directory: AlarmLiveDeps['directory'],
): AlarmZone[] {
  const zones = new Map<number | null, AlarmZone>();
  for (const [id, doing] of found) {
    const org = directory.byId(id)?.org ?? null;
    let zone = zones.get(org);
    if (zone === undefined) {
      zone = { org, ...noProof };
      zones.set(org, zone);
    }
    zone.targets++;
    if (doing !== 'silent') zone[doing]++;
  }
  const missing = (zone: AlarmZone) => zone.targets - zone.sounding - zone.sent;
  return [...zones.values()]
    .sort((a, b) => missing(b) - missing(a) || (a.org ?? 0) - (b.org ?? 0))
    .slice(0, MAX_ZONES);
}

/** Makes the row of the topic `alarm`. */
export function alarmLiveRow(
  deps: AlarmLiveDeps,
  alarm: RunningAlarm,
  found: ReadonlyMap<number, AlarmTerminal>,
): AlarmLive {
  const { row, plan } = alarm;
  const { targets: _, ...none } = noProof;
  const counts = { ...none, silent: 0 };
  for (const doing of found.values()) counts[doing]++;
  const device = row.device_id === null ? undefined : deps.directory.byId(row.device_id);
  const settings = device && settingsOf('fire_control_device', device.row.details);
  const names = row.input_nums.map((n) => [String(n), settings?.inputs[n - 1]?.name ?? ''] as const);
  const next = plan.steps[row.step];
  const at = (due: number | null) => (due === null ? null : Math.round(deps.wallOf(due)));
  return {
    id: alarm.id,
    plan_id: row.plan_id,
    plan_name: row.plan_name,
    org: row.orgs,
    priority: row.priority,
    state: row.state as AlarmLive['state'],
    drill: row.drill,
    origin: row.origin,
    device_id: row.device_id,
    device_name: row.device_name,
    device_online: row.device_id === null || deps.gateway.link(row.device_id) !== undefined,
    device_relay: row.device_id === null ? null : deps.lostRelayOf(row.device_id),
    input_nums: row.input_nums,
    active_inputs: [...alarm.active],
    input_names: Object.fromEntries(names),
    began_at: row.began_at,
    starts_at: row.state === alarmState.starting ? at(alarm.delayDue) : null,
    alarming_at: row.alarming_at,
    acknowledged_at: row.acknowledged_at,
    acknowledged_by: row.acknowledged_by,
    silenced: row.silenced,
    reset_until: row.state === alarmState.reset ? at(alarm.resetDue) : null,
    step: row.step,
    step_name: plan.steps[row.step - 1]?.name ?? '',
    steps: plan.steps.length,
    next_step_name: next?.name ?? '',
    next_step_at: row.state === alarmState.alarming ? at(alarm.stepDue) : null,
    targets: found.size,
    ...counts,
    zones: zonesOf(found, deps.directory),
  };
}
