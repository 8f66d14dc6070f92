import type { TerminalClient } from '../../support/terminalClient.ts';

type Line = 'ok' | 'open' | 'short';

/** Fire terminal with three inputs and three outputs, controlled by the test. */
export function panel(client: TerminalClient) {
  const inputs = [1, 2, 3].map((input) => ({ input, active: false, line: 'ok' as Line }));
  const outputs = [1, 2, 3].map((output) => ({ output, on: false }));
  const sendStatus = () => client.send({ type: 'status', kind: 'fire_control_device', inputs, outputs });
  return {
    client,
    sendStatus,
    input(n: number, active: boolean, line: Line = 'ok') {
      Object.assign(inputs[n - 1] ?? {}, { active, line });
      sendStatus();
    },
    output(n: number, on: boolean) {
      Object.assign(outputs[n - 1] ?? {}, { on });
      sendStatus();
    },
  };
}
