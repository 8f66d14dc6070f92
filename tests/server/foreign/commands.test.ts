import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BatchResult } from '../../../contract/api/envelope.ts';
import { defaultTransport } from '../../../contract/entities/terminals/foreign.ts';
import { newPanels } from '../../../contract/entities/terminals/panel.ts';
import { type TerminalKind, terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import { terminalCommands } from '../../../contract/rules/terminalCommands.ts';
import { type Site, startSite } from '../terminals/site.ts';

/** Commands to terminals of every kind, by the action of a batch. */
let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.close());

const bodies = {
  restart: {},
  identify: {},
  set_server: { server: 'https://other.example:8443' },
  set_buffalo: { on: true, host: '127.0.0.1', port: 9 },
};
async function batch(kind: TerminalKind, id: number, action: keyof typeof bodies) {
  const answer = await site.post(`/v1/${kind}/batch`, { ids: [id], action, ...bodies[action] });
  return (answer.body.value as BatchResult).results[0];
}

test('a terminal of any kind gets the commands that it reports, and others are refused', async () => {
  expect(Object.keys(bodies).sort()).toEqual([...terminalCommands].sort());
  for (const kind of terminalKindNames) {
    // Of the commands, it reports `restart` and `identify` only.
    const { client, id } = await site.adopted(`CMD-${kind}`, null, kind);
    for (const action of ['restart', 'identify'] as const) {
      const result = batch(kind, id, action);
      const { request, action: sent } = await client.next('command');
      client.send({ type: 'result', request, ok: true });
      expect([sent, (await result)?.ok]).toEqual([action, true]);
    }
    for (const action of ['set_server', 'set_buffalo'] as const)
      expect((await batch(kind, id, action))?.message, `${kind} ${action}`).toMatch(/not support/);
  }
});

test('a loudspeaker or a panel of another make takes no command, connected or not', async () => {
  const foreign = { ...defaultTransport, group: '239.255.21.9' };
  const panel = { ...newPanels.modbus_tcp, panel_host: '127.0.0.1', port: 9 };
  const created = [
    ['device', await site.post('/v1/device/foreign', { name: 'Yard', org: null, foreign })],
    [
      'fire_control_device',
      await site.post('/v1/fire_control_device/panel', { name: 'Panel', org: null, panel }),
    ],
  ] as const;
  for (const [kind, answer] of created) {
    const { id } = answer.body.value as { id: number };
    for (const action of terminalCommands) {
      const result = await batch(kind, id, action);
      expect(result, `${kind} ${action}`).toMatchObject({ ok: false, code: 999 });
      expect(result?.message, `${kind} ${action}`).toMatch(/not support/);
    }
  }
});
