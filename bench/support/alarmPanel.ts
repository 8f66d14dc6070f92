import { once } from 'node:events';
import { WebSocket } from 'ws';
import { PROTOCOL_VERSION } from '../../contract/protocol/frames.ts';
import type { ToTerminal } from '../../contract/protocol/terminal.ts';

/** Fire terminal with one input. */
export interface Panel {
  /** Closes or opens the contact. @returns time of the message, µs of the machine's monotonic clock */
  set(active: boolean): number;
  close(): void;
}

const nowUs = () => Number(process.hrtime.bigint() / 1000n);

/** Connects a fire terminal, which waits for adoption. @param url of the server, http:// */
export async function connectPanel(url: string, code: string): Promise<Panel> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/terminal`, { perMessageDeflate: false });
  await once(socket, 'open');
  const send = (message: object) => socket.send(JSON.stringify(message));
  send({ type: 'hello', protocol: PROTOCOL_VERSION, code, role: 4, version: 'bench', boot: code });
  let active = false;
  const status = () => {
    const inputs = [{ input: 1, active, line: 'ok' }];
    send({ type: 'status', kind: 'fire_control_device', inputs, outputs: [] });
  };
  socket.on('message', (data, isBinary) => {
    if (!isBinary && (JSON.parse(String(data)) as ToTerminal).type === 'welcome') status();
  });
  const alive = setInterval(() => send({ type: 'time', t0: nowUs() }), 2_000);
  return {
    set(next) {
      active = next;
      const at = nowUs();
      status();
      return at;
    },
    close() {
      clearInterval(alive);
      socket.close();
    },
  };
}
