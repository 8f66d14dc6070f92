import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../../contract/entities/tasks/alarmPlan.ts';
import { decodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import { startEmergencySite, until } from './emergencySite.ts';

/** Files whose packets a terminal was sent; packets of silence are shorter than any of theirs. */
export const filesAt = (client: TerminalClient) => {
  const packets = client.frames.flatMap((bytes) => decodeAudioFrame(bytes)?.packets ?? []);
  return new Set(packets.flatMap((packet) => (packet.length < 8 ? [] : Buffer.from(packet).readUInt32BE(0))));
};

/** Starts the whole server with a house: two loudspeakers, a fire terminal, a message in the hall, and music. */
export async function startAlarmHouse() {
  const site = await startEmergencySite();
  const house = await site.zone('House');
  const hall = await site.adopted('HALL', house);
  const yard = await site.adopted('YARD', house);
  const panel = await site.adopted('PANEL', house, 'fire_control_device');
  const song = await site.file('Leave', 4);
  const music = await site.file('Music', 600);
  const leave = await site.linkage({ name: 'Leave', files: [song], devices: [hall.id], org: house });

  const alarms = () => site.deps.live.topic<AlarmLive>('alarm').snapshot();
  const alarmOf = (plan: number) => alarms().find((alarm) => alarm.plan_id === plan);
  const plans = site.deps.live.topic<AlarmPlanLive>('alarm_plan');
  /** Acts on the alarm of a plan; `start` starts one. */
  const actOn = (plan: number, action: string, body: object = {}, token = site.token) =>
    site.call('POST', `/v1/alarm_plan/${plan}/${action}`, { token, ...(action === 'start' ? { body } : {}) });
  /** Sends the state of the two inputs of the fire terminal. */
  const inputs = (...active: number[]) =>
    panel.client.send({
      type: 'status',
      kind: 'fire_control_device',
      inputs: [1, 2].map((input) => ({ input, active: active.includes(input), line: 'ok' })),
      outputs: [{ output: 1, on: false }],
    });
  return {
    ...site,
    /** The zone of all terminals. */
    house,
    hall,
    yard,
    panel,
    song,
    music,
    /** Linkage task that plays `song` in the hall. */
    leave,
    alarms,
    alarmOf,
    planRow: (plan: number) => plans.get(plan),
    actOn,
    inputs,
    /** Ends all alarms and deletes their plans, so that tests are independent. */
    async clear(): Promise<void> {
      inputs();
      for (const { plan_id } of alarms()) {
        await until('inputs are normal', () => alarmOf(plan_id ?? 0)?.active_inputs.length === 0);
        await actOn(plan_id ?? 0, 'stop');
        await until('it is over', () => alarmOf(plan_id ?? 0) === undefined);
      }
      for (const { id } of plans.snapshot()) await site.value('DELETE', `/v1/alarm_plan/${id}`);
      await site.post('/v1/task/stop_all', {});
    },
    /** Stored record of the last alarm of a plan, with the kinds of its events. */
    async recordOf(plan: number) {
      const { rows } = await site.database.pool.query(
        'select * from alarm where plan_id = $1 order by id desc limit 1',
        [plan],
      );
      const events = await site.database.pool.query<{ kind: string }>(
        'select kind from alarm_event where alarm_id = $1 order by id',
        [rows[0]?.id],
      );
      return { ...rows[0], events: events.rows.map(({ kind }) => kind) };
    },
  };
}
export type AlarmHouse = Awaited<ReturnType<typeof startAlarmHouse>>;
