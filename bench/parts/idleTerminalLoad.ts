import { WebSocket } from 'ws';
import { PROTOCOL_VERSION, REPORT_INTERVAL_MS } from '../../contract/protocol/frames.ts';
import type { ToTerminal } from '../../contract/protocol/terminal.ts';
import { monotonicUs } from '../../terminal/headless/time.ts';
import { Link } from '../../terminal/protocol/link.ts';
import { serveCalls } from './harness.ts';

/**
 * Silent terminals in one process: each is the terminal's real link, with its backoff and jitter, over a real
 * socket. It authenticates by its secret, reports once a second and requests the time; it plays nothing.
 */
const [count = '0'] = process.argv.slice(2);
/** Number of loopback addresses: the server limits waiting connections per address, and ports are finite. */
const ADDRESSES = 20;
const TICK_MS = 50;
/** Report of an idle terminal, sent every second (docs/protocols/terminal-protocol.md). */
const report = JSON.stringify({
  type: 'report',
  state: 'idle',
  stream: null,
  position_us: null,
  level_db: null,
  peak_db: null,
  received: 0,
  lost: 0,
  late: 0,
  buffer_ms: 0,
  skew_us: null,
  clock_error_us: 150,
  drift_ppm: 3.2,
  first_sound_us: null,
  volume: 80,
});

let url = '';
let attempts = 0;
let lost = 0;
let reports = 0;

class Terminal {
  isOnline = false;
  readonly link: Link;

  constructor(index: number) {
    const code = `IDLE-${index}`;
    const hello = JSON.stringify({
      type: 'hello',
      protocol: PROTOCOL_VERSION,
      code,
      role: 0,
      version: 'bench',
      boot: code,
      secret: `secret-${index}`,
    });
    const localAddress = `127.0.0.${2 + (index % ADDRESSES)}`;
    this.link = new Link({
      now: monotonicUs,
      random: Math.random,
      isUrgent: () => false,
      silent() {},
      open(events) {
        attempts += 1;
        const socket = new WebSocket(url, {
          localAddress,
          perMessageDeflate: false,
          skipUTF8Validation: true,
        });
        socket.on('open', events.opened);
        socket.on('message', (data) => events.text(String(data)));
        socket.on('close', events.closed);
        socket.on('error', () => {});
        return { send: (data) => socket.send(data), close: () => socket.terminate() };
      },
      opened: () => this.link.send(hello),
      text: (text) => this.#hear(JSON.parse(text) as ToTerminal),
      binary() {},
      closed: () => {
        if (this.isOnline) lost += 1;
        this.isOnline = false;
      },
    });
  }

  #hear(message: ToTerminal): void {
    if (message.type !== 'welcome') return;
    this.isOnline = true;
    this.link.settled();
  }
}

const terminals: Terminal[] = [];

serveCalls({
  /** Connects all at once, as after a power cut. */
  connect(to: string) {
    url = to;
    for (let i = 0; i < Number(count); i++) terminals.push(new Terminal(i));
    setInterval(() => {
      for (const { link } of terminals) link.tick();
    }, TICK_MS);
    // Reports are spread evenly over the second, as with terminals switched on one by one.
    const start = performance.now();
    let sent = 0;
    setInterval(() => {
      const due = Math.floor(((performance.now() - start) / REPORT_INTERVAL_MS) * terminals.length);
      for (; sent < due; sent++) {
        const terminal = terminals[sent % terminals.length];
        if (!terminal?.isOnline) continue;
        terminal.link.send(report);
        reports += 1;
        // The time exchange, every three seconds once a clock is known well, is the keep-alive as well.
        if (Math.floor(sent / terminals.length) % 3 === 0)
          terminal.link.send(`{"type":"time","t0":${Math.round(monotonicUs())}}`);
      }
    }, 5);
  },
  state: () => ({ online: terminals.filter((one) => one.isOnline).length, attempts, lost, reports }),
});
