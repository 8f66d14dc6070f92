import { expect, test } from 'vitest';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { integrationForm } from '../../../contract/entities/site/integration.ts';
import type { IntegrationRow } from '../../../server/edge/integrations/integration.repository.ts';
import { readCommand } from '../../../server/edge/integrations/mqtt/mqttCommand.ts';
import { MqttCommands, type MqttCommandsDeps } from '../../../server/edge/integrations/mqtt/mqttCommands.ts';
import { controlComponents, controlledZones } from '../../../server/edge/integrations/mqtt/zoneControls.ts';
import type { Caller } from '../../../server/platform/auth/callers.ts';

/** docs/protocols/integrations.md#mqtt; with a broker in mqtt.test.ts. */

const row = {
  ...{ id: 7, name: 'Home', account: 2, alarm_plan: 5 },
  zone_controls: [
    { zone: 3, file: 11, scheduled_task: null },
    { zone: 3, file: 12, scheduled_task: 21 },
  ],
} as unknown as IntegrationRow;
const lobby = {
  accountId: 2,
  name: 'Lobby',
  permissions: new Set(),
  scope: { all: true },
} as unknown as Caller;

/** Takes commands, and returns what reached the alarms and the log. */
async function taken(
  messages: [topic: string, body: string][],
  { of = row, caller = lobby as Caller | null, refusal = null as AppError | null },
) {
  const done: unknown[] = [];
  const lines: string[] = [];
  const waits: Promise<unknown>[] = [];
  const act = async (what: unknown[]) => {
    if (refusal !== null) throw refusal;
    done.push(what);
  };
  const fromAccount = (): Promise<Caller | null> => {
    // The first answer comes last.
    const answer = new Promise<Caller | null>((resolve) =>
      setTimeout(resolve, 20 - waits.length * 15, caller),
    );
    waits.push(answer);
    return answer;
  };
  const commands = new MqttCommands(
    {
      ...({} as MqttCommandsDeps),
      callers: { fromAccount },
      alarms: {
        start: async (by, plan, { desc }, kind) => {
          await act(['start', by.caller.name, by.ip, plan, desc, kind]);
          return {} as never;
        },
        act: (by, plan, action) => act([action, by.caller.name, by.ip, plan]),
      },
      log: {
        warn: (_details, message) => lines.push(message),
        error: (_details, message) => lines.push(message),
      },
    },
    of,
    '10.0.0.9',
  );
  for (const [topic, body] of messages) {
    const command = readCommand(topic, Buffer.from(body), of);
    if (command !== null && typeof command !== 'string') commands.take(command);
  }
  await commands.idle();
  return { done, lines };
}

test('commands act as the account, in the order in which they came', async () => {
  expect(
    await taken(
      [
        ['plan/5/set', 'start'],
        ['plan/5/set', 'stop'],
      ],
      {},
    ),
  ).toEqual({
    done: [
      ['start', 'Lobby', '10.0.0.9', 5, 'Home', 'mqtt'],
      ['stop', 'Lobby', '10.0.0.9', 5],
    ],
    lines: [],
  });
});

test.each([
  ['an account that may not log in', { caller: null }],
  ['no account', { of: { ...row, account: null } }],
  ['an account without the right', { refusal: new AppError(errorCode.forbidden, 'auth.noPermission') }],
])('with %s nothing is started, and the log has one line', async (_, how) => {
  const { done, lines } = await taken([['plan/5/set', 'start']], how);
  expect(done).toEqual([]);
  expect(lines).toEqual([expect.stringContaining('a command over MQTT was refused')]);
});

test.each([
  ['zone/3/say', 'Lunch is ready'],
  ['zone/3/stop', 'stop'],
  ['zone/3/siren/set', 'ON'],
  ['zone/3/task/21/set', 'start'],
])('%s needs the right of the account that a person needs', async (topic, body) => {
  const { lines } = await taken([[topic, body]], {});
  expect(lines).toEqual([expect.stringContaining('a command over MQTT was refused')]);
});

test.each([
  ['plan/5/set', 'reset', { to: 'plan', action: 'reset' }],
  ['plan/6/set', 'start', null],
  ['plan/5/set', 'burn', 'not known'],
  ['zone/3/say', ' Lunch ', { to: 'say', zone: 3, text: 'Lunch' }],
  ['zone/3/say', '', 'empty'],
  ['zone/3/say', 'x'.repeat(5001), 'longer than 5000 bytes'],
  ['zone/4/say', 'Lunch', null],
  ['zone/3/siren/set', 'OFF', { to: 'siren', zone: 3, order: { state: 'OFF' } }],
  ['zone/3/siren/set', '{"state":"ON","volume_level":2}', 'not known'],
  ['zone/3/siren/set', '{', 'not known'],
  ['zone/3/task/22/set', 'start', null],
  ['zone/3/task/21/set', 'stop', { to: 'task', task: 21, action: 'stop' }],
  ['zone/3/alarm', 'ON', null],
])('%s with %o is %o', (topic, body, command) => {
  expect(readCommand(topic, Buffer.from(body), row)).toEqual(command);
});

test('zones are offered to Home Assistant as far as the account may use them', () => {
  const deps = {
    live: {
      topic: () => ({ get: (id: number) => (id === 21 ? { id, name: 'Bell', org: null } : undefined) }),
    },
    files: { get: () => ({ name: 'Gong', org: null }) },
    zones: { get: () => ({}) },
  } as unknown as Parameters<typeof controlledZones>[0];
  const zonesFor = (permissions: string[]) =>
    controlledZones(
      deps,
      row.zone_controls,
      { ...lobby, permissions: new Set(permissions) } as Caller,
      () => false,
    );
  expect(zonesFor([])).toEqual([]);
  const [speaking] = zonesFor(['operate_real_time_task']);
  expect(speaking?.tasks).toEqual([]);
  const [zone] = zonesFor(['operate_real_time_task', 'operate_task']);
  if (zone === undefined) throw new Error('no zone');
  const parts = controlComponents({ root: 'pa/7', node: 'pa_7' }, zone);
  expect(parts.zone_3_siren).toEqual({
    ...{ p: 'siren', unique_id: 'pa_7_zone_3_siren', name: null, qos: 1 },
    ...{ command_topic: 'pa/7/zone/3/siren/set', state_topic: 'pa/7/zone/3/siren' },
    ...{ available_tones: ['Gong', 'Gong #12'], support_duration: true, support_volume_set: true },
  });
  expect(parts.zone_3_say).toMatchObject({ p: 'notify', command_topic: 'pa/7/zone/3/say' });
  expect(parts.zone_3_stop).toMatchObject({ p: 'button', payload_press: 'stop' });
  expect(parts.zone_3_task_21_start).toMatchObject({ command_topic: 'pa/7/zone/3/task/21/set' });
});

test.each([
  [{ alarm_plan: 5 }, false],
  [{ zone_controls: [{ zone: 3 }] }, false],
  [{ zone_controls: [{ zone: 3 }], account: 2 }, true],
  [{ alarm_plan: 5, account: 2 }, true],
  [{ alarm_plan: 5, enabled: false }, true],
  [{}, true],
])('the form of a connection with %o', (fields, isRight) => {
  const form = { name: 'Home', kind: 'mqtt', url: 'mqtt://10.0.0.9', ...fields };
  expect(integrationForm(false).safeParse(form).success).toBe(isRight);
});
