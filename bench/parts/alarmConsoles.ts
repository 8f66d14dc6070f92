import { WebSocket } from 'ws';
import type { FromConsole, ToConsole } from '../../contract/api/live.ts';
import type { AlarmLive } from '../../contract/entities/tasks/alarm.ts';
import { raisePriority } from '../../terminal/headless/priority.ts';
import { serveCalls } from './harness.ts';

/** Consoles with the subscriptions of a control room, which record when each shows the alarm. */
const [socketUrl = '', count = '0'] = process.argv.slice(2);
// They are measured; the fleet on the same core only loads the server.
raisePriority();

const topics = ['alarm', 'fault', 'task', 'device', 'alarm_plan'] as const;

let shown: (number | null)[] = [];
const nowUs = () => Number(process.hrtime.bigint() / 1000n);

serveCalls({
  /** @param tickets one for each console */
  async connect(tickets: string[]) {
    shown = tickets.map(() => null);
    await Promise.all(
      tickets.slice(0, Number(count)).map(
        (ticket, i) =>
          new Promise<void>((resolve, reject) => {
            const socket = new WebSocket(`${socketUrl}?ticket=${ticket}`, { perMessageDeflate: false });
            socket.on('error', reject);
            socket.on('open', () => {
              for (const [id, topic] of topics.entries())
                socket.send(JSON.stringify({ type: 'subscribe', id: id + 1, topic } satisfies FromConsole));
            });
            const awaited = new Set(topics.map((_, id) => id + 1));
            socket.on('message', (data) => {
              const text = String(data);
              if (awaited.size > 0) {
                // An alarm that begins before its topic has arrived is part of that, and no change.
                const first = JSON.parse(text) as ToConsole;
                if (first.type === 'frame') for (const { id } of first.updates) awaited.delete(id);
                if (awaited.size === 0) resolve();
              }
              // All consoles and terminals share one core: irrelevant rows are not parsed twenty times.
              if (!text.includes('"alarming"')) return;
              const message = JSON.parse(text) as ToConsole;
              if (message.type !== 'frame') return;
              for (const update of message.updates) {
                if (update.id !== 1 || update.kind !== 'delta') continue;
                const alarms = update.set as Partial<AlarmLive>[];
                if (alarms.some(({ state }) => state === 'alarming')) shown[i] ??= nowUs();
              }
            });
          }),
      ),
    );
  },
  forget() {
    shown = shown.map(() => null);
  },
  /** Time at which each console had the alarm, µs of the machine's monotonic clock; null: not yet. */
  shown: () => shown,
});
