import { WebSocket } from 'ws';
import { taskType } from '../../contract/codes.ts';
import { PACKET_US } from '../../contract/protocol/audio.ts';
import { PROTOCOL_VERSION, type ToTerminal } from '../../contract/protocol/terminal.ts';
import { serveCalls } from './harness.ts';

/**
 * Many terminals in one process, each as light as possible: it says hello, stores its secret, reports once a
 * second and counts what it receives. It decodes nothing.
 */
interface Terminal {
  code: string;
  socket: WebSocket;
  welcomed: boolean;
  stream: number | null;
  /** Media time of the next expected packet. */
  dueUs: number | null;
  received: number;
  position_us: number;
  /**
   * Time of the message to play an alarm (task type 3), by this machine's monotonic clock, µs; null: not
   * since `forget`.
   */
  alarmed_us: number | null;
  /** Stream of that alarm, and time of its first frame of sound, µs; null: not yet. */
  alarm: number | null;
  framed_us: number | null;
}

const [url = '', count = '0', prefix = 'BENCH'] = process.argv.slice(2);
const terminals: Terminal[] = [];
let messages = 0;
let bytes = 0;
let missing = 0;
let reports = 0;
let closed = 0;
/** Packets since `take`, and those of them that were late. */
let packets = 0;
let late = 0;
/** Offset of the server's media clock to ours, µs, by the fastest exchange so far. */
let clock = { trip_us: Number.POSITIVE_INFINITY, aheadUs: 0 };

const nowUs = () => Number(process.hrtime.bigint() / 1000n);

function connect(code: string): Terminal {
  const socket = new WebSocket(url, { perMessageDeflate: false, skipUTF8Validation: true });
  const terminal: Terminal = {
    code,
    socket,
    welcomed: false,
    stream: null,
    dueUs: null,
    received: 0,
    position_us: 0,
    alarmed_us: null,
    alarm: null,
    framed_us: null,
  };
  socket.on('open', () => {
    const hello = { type: 'hello', protocol: PROTOCOL_VERSION, code, role: 0, version: 'bench', boot: code };
    socket.send(JSON.stringify(hello));
  });
  socket.on('message', (data: Buffer, isBinary: boolean) => {
    if (isBinary) audio(terminal, data);
    else control(terminal, JSON.parse(String(data)) as ToTerminal);
  });
  socket.on('close', () => {
    closed += 1;
  });
  socket.on('error', () => {});
  return terminal;
}

function audio(terminal: Terminal, data: Buffer): void {
  if (terminal.alarm !== null && data.readUInt32BE(4) === terminal.alarm) terminal.framed_us ??= nowUs();
  messages += 1;
  bytes += data.byteLength;
  const count = data[1] ?? 0;
  const at_us = data.readUInt32BE(8) * 2 ** 32 + data.readUInt32BE(12);
  if (terminal.dueUs !== null && at_us !== terminal.dueUs) missing += 1;
  terminal.dueUs = at_us + count * PACKET_US;
  terminal.received += count;
  terminal.position_us = at_us;
  packets += count;
  const early = Math.ceil((nowUs() + clock.aheadUs - at_us) / PACKET_US);
  late += Math.min(count, Math.max(0, early));
}

function control(terminal: Terminal, message: ToTerminal): void {
  if (message.type === 'welcome') {
    terminal.welcomed = true;
    requestTime(terminal);
  } else if (message.type === 'time') {
    const now = nowUs();
    const trip_us = now - message.t0;
    if (trip_us < clock.trip_us)
      clock = { trip_us, aheadUs: (message.t1 + message.t2) / 2 - (message.t0 + now) / 2 };
  }
  if (message.type === 'stream.open') {
    terminal.stream = message.stream;
    if (message.task_type === taskType.alarm && terminal.alarmed_us === null) {
      terminal.alarmed_us = nowUs();
      terminal.alarm = message.stream;
    }
    terminal.dueUs = null;
    terminal.received = 0;
  } else if (message.type === 'stream.close') {
    terminal.stream = null;
    terminal.dueUs = null;
  }
}

function requestTime({ socket }: Terminal): void {
  socket.send(JSON.stringify({ type: 'time', t0: nowUs() }));
}

/** Rounds as terminals do. */
const hundredths = (value: number) => Math.round(value * 100) / 100;

/** Sends a report of a playing or idle terminal. */
function report(terminal: Terminal): void {
  const playing = terminal.stream !== null;
  terminal.socket.send(
    JSON.stringify({
      type: 'report',
      state: playing ? 'playing' : 'idle',
      stream: terminal.stream,
      position_us: playing ? terminal.position_us : null,
      level_db: playing ? hundredths(-18 - Math.random() * 6) : null,
      peak_db: playing ? hundredths(-6 - Math.random() * 3) : null,
      received: terminal.received,
      lost: 0,
      late: 0,
      buffer_ms: playing ? 1800 + Math.round(Math.random() * 100) : 0,
      skew_us: playing ? Math.round(Math.random() * 400 - 200) : null,
      clock_error_us: 150,
      delay_us: 1_000,
      card_us: 65_000,
      drift_ppm: 3.2,
      first_sound_us: playing ? 1_000_000 : null,
      volume: 80,
    }),
  );
  reports += 1;
}

serveCalls({
  async connect() {
    for (let i = 0; i < Number(count); i++) {
      terminals.push(connect(`${prefix}-${i}`));
      if (i % 50 === 49) await new Promise((resolve) => setTimeout(resolve, 20));
    }
    // Spread evenly over the second, as with terminals switched on one by one.
    const start = performance.now();
    let sent = 0;
    setInterval(() => {
      const due = Math.floor(((performance.now() - start) / 1000) * terminals.length);
      for (; sent < due; sent++) {
        const terminal = terminals[sent % terminals.length];
        if (terminal?.welcomed && terminal.socket.readyState === WebSocket.OPEN) report(terminal);
      }
    }, 5);
  },
  /** Number of welcomed terminals, and of receiving ones. */
  state: () => ({
    welcomed: terminals.filter((one) => one.welcomed).length,
    playing: terminals.filter((one) => one.stream !== null && one.received > 0).length,
    closed,
  }),
  /** Measures the server's clock while nothing else is running. */
  requestTimes() {
    for (const terminal of terminals.slice(0, 50)) requestTime(terminal);
  },
  forget() {
    for (const terminal of terminals) terminal.alarmed_us = terminal.alarm = terminal.framed_us = null;
  },
  /** Time of each message to play an alarm since `forget`, µs; null: not yet. */
  alarmed: () => terminals.map((one) => one.alarmed_us),
  /** Time of each first frame of that alarm, µs; null: not yet. */
  framed: () => terminals.map((one) => one.framed_us),
  /** Counters since the last call. */
  take() {
    const taken = { messages, bytes, missing, reports, closed, packets, late };
    messages = bytes = missing = reports = packets = late = 0;
    return taken;
  },
});
