import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AlarmLive } from '../../../contract/entities/tasks/alarm.ts';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import { type IoLive, ioId } from '../../../contract/entities/terminals/io.ts';
import { newPanels } from '../../../contract/entities/terminals/panel.ts';
import { createProxy, type TcpProxy } from '../../support/proxy.ts';
import { isLong } from '../../support/random.ts';
import { type EmergencySite, startEmergencySite } from '../emergency/emergencySite.ts';
import { pymodbusMissing, startPymodbus } from './pymodbus.ts';

/** docs/rules/panels.md; the panel is pymodbus, an implementation that is not ours. */

const missing = pymodbusMissing();
const TURNS = isLong ? 1_000 : 10;

describe.skipIf(missing !== null)(
  `a panel by Modbus TCP${missing === null ? '' : ` (not run, because ${missing})`}`,
  () => {
    let site: EmergencySite;
    let panel: Awaited<ReturnType<typeof startPymodbus>>;
    let link: TcpProxy;
    let settings: object;
    let id: number;
    let plan: number;

    beforeAll(async () => {
      panel = await startPymodbus();
      link = await createProxy(panel.port);
      site = await startEmergencySite({ allow: '127.0.0.1' });
      settings = {
        ...{ ...newPanels.modbus_tcp, panel_host: '127.0.0.1', port: link.port, unit: 7 },
        ...{ input_count: 4, output_start: 10, output_count: 2, poll_ms: 50 },
      };
      const made = await site.value<{ id: number; panel: object }>('POST', '/v1/fire_control_device/panel', {
        ...{ name: 'Fire panel', org: null, panel: settings },
      });
      id = made.id;
      const hall = await site.adopted('HALL');
      const task = await site.linkage({ audio_source: 100, devices: [hall.id] });
      plan = await site.plan({
        ...{ fire_control_device: id, input_nums: [1, 2], linkage_task_ids: [task], output_nums: [2] },
      });
    });
    afterAll(async () => {
      await site?.close();
      await link?.close();
      await panel?.close();
    });

    const row = () => site.liveOf('fire_control_device', id);
    const line = (direction: IoLive['direction'], number: number) =>
      site.deps.live.topic<IoLive>('io').get(ioId(id, direction, number));
    const alarm = () =>
      site.deps.live
        .topic<AlarmLive>('alarm')
        .snapshot()
        .find((one) => one.plan_id === plan);
    const faults = () =>
      site.deps.live
        .topic<Fault>('fault')
        .snapshot()
        .filter(({ kind }) => kind === 'fire_device_lost');
    const act = (action: string) => site.value('POST', `/v1/alarm_plan/${plan}/${action}`, {});

    test('an input starts the plan, which switches an output of the panel', async () => {
      await expect.poll(row).toMatchObject({ online: true, panel_state: { works: true, error: '' } });
      expect(line('input', 4)).toMatchObject({ active: false });
      await panel.input(1, true);
      await expect
        .poll(alarm)
        .toMatchObject({ origin: { kind: 'input' }, input_nums: [1], active_inputs: [1] });
      await expect.poll(() => panel.coils).toContain('coil 11 1');
      await expect.poll(() => line('output', 2)).toMatchObject({ active: true, failed: false });
      await panel.input(2, true);
      await expect.poll(alarm).toMatchObject({ input_nums: [1, 2] });
      await panel.input(1, false);
      await panel.input(2, false);
      await expect.poll(alarm).toMatchObject({ active_inputs: [] });
      await act('stop');
      await expect.poll(alarm).toBeUndefined();
      await expect.poll(() => panel.coils.at(-1)).toBe('coil 11 0');
    });

    test(`unplugged ${TURNS} times: no edge is lost, and no alarm starts twice`, async () => {
      const records = async () =>
        (
          await site.database.pool.query<{ n: number }>(
            'select count(*)::int as n from alarm where plan_id = $1',
            [plan],
          )
        ).rows[0]?.n ?? 0;
      const before = await records();
      for (let turn = 0; turn < TURNS; turn++) {
        // Every other edge happens while the panel cannot be reached.
        const isCut = turn % 2 === 0;
        if (!isCut) {
          await panel.input(1, true);
          await expect.poll(alarm).toBeDefined();
        }
        link.cut();
        await expect.poll(() => row()?.online).toBe(false);
        if (isCut) await panel.input(1, true);
        link.restore();
        await expect.poll(() => row()?.online).toBe(true);
        await expect.poll(alarm).toMatchObject({ active_inputs: [1] });
        await panel.input(1, false);
        await expect.poll(alarm).toMatchObject({ active_inputs: [] });
        await act('stop');
        await expect.poll(alarm).toBeUndefined();
      }
      await expect.poll(records).toBe(before + TURNS);
    });

    test('a panel that does not answer is a fault, with the reason', async () => {
      link.stall();
      await expect.poll(faults).toMatchObject([{ terminal_id: id }]);
      expect(row()).toMatchObject({ online: false, panel_state: { works: false, error: 'radio.timeout' } });
      link.restore();
      await expect.poll(faults).toEqual([]);
    });

    test('settings are tried before they are stored, and only from permitted addresses', async () => {
      const tried = (panel: object) =>
        site.value<{ works: boolean; error: string }>('POST', '/v1/fire_control_device/panel/test', {
          panel,
        });
      const direct = { ...settings, port: panel.port };
      expect(await tried(direct)).toMatchObject({ works: true, active: [] });
      expect(await tried({ ...direct, panel_host: '127.0.0.2' })).toMatchObject({
        error: 'radio.addressRefused',
      });
      expect(await tried({ ...direct, input_start: 60 })).toMatchObject({ works: true });
      expect(await tried({ ...direct, input_start: 5000 })).toMatchObject({
        error: 'panel.exception?code=2',
      });
      // A stored panel is not connected twice.
      expect(await tried(settings)).toMatchObject({ works: true, answer_ms: null });
      const change = { panel: null, rev: row()?.rev };
      const refused = await site.call('PATCH', `/v1/fire_control_device/${id}`, {
        ...{ token: site.token, body: change },
      });
      expect(refused.body).toMatchObject({ key: 'terminal.otherTransport' });
    });
  },
);
