import { expect, test } from 'vitest';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { integrationForm } from '../../../contract/entities/site/integration.ts';
import type { IntegrationRow } from '../../../server/edge/integrations/integration.repository.ts';
import { MqttCommands } from '../../../server/edge/integrations/mqtt/mqttCommands.ts';
import type { Caller } from '../../../server/platform/auth/callers.ts';

/** docs/protocols/integrations.md#mqtt; with a broker in mqtt.test.ts. */

const row = { id: 7, name: 'Home', account: 2, alarm_plan: 5 } as IntegrationRow;
const lobby = { accountId: 2, name: 'Lobby' } as Caller;

/** Takes commands, and returns what reached the alarms and the log. */
async function taken(
  actions: string[],
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
  for (const action of actions) commands.take(action);
  await commands.idle();
  return { done, lines };
}

test('commands act as the account, in the order in which they came', async () => {
  expect(await taken(['start', 'stop'], {})).toEqual({
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
  const { done, lines } = await taken(['start'], how);
  expect(done).toEqual([]);
  expect(lines).toEqual([expect.stringContaining('a command over MQTT was refused')]);
});

test('an unknown command is one line in the log, and the next one is taken', async () => {
  const { done, lines } = await taken(['burn', 'reset'], {});
  expect(lines).toEqual(['a command over MQTT was ignored: it is not known']);
  expect(done).toHaveLength(1);
});

test.each([
  [{ alarm_plan: 5 }, false],
  [{ alarm_plan: 5, account: 2 }, true],
  [{ alarm_plan: 5, enabled: false }, true],
  [{}, true],
])('the form of a connection with %o', (fields, isRight) => {
  const form = { name: 'Home', kind: 'mqtt', url: 'mqtt://10.0.0.9', ...fields };
  expect(integrationForm(false).safeParse(form).success).toBe(isRight);
});
