import type { EspaCall, EspaPanel } from '../../../../contract/entities/terminals/panel.ts';
import { failureOf, StreamFailure } from '../../../sound/radio/failure.ts';
import type { PanelDeps, PanelDriver } from '../panel.types.ts';
import { openPanelSocket } from '../panelSocket.ts';
import { Pulses } from '../pulses.ts';
import { callType, EspaReader, record } from './espaFrame.ts';
import { EspaSession } from './espaSession.ts';

/** Interval at which the times of the protocol are checked, ms. */
const TICK_MS = 100;

/** Tells if a call makes an input active, or ends it. */
function matches({ pager, text }: EspaCall, records: ReadonlyMap<string, string>): boolean {
  const has = (key: string) => records.get(key) ?? '';
  return (
    (pager === '' || has(record.address).trim() === pager) &&
    has(record.text).toLowerCase().includes(text.toLowerCase())
  );
}

/** Tells if a reset ends an input: resets often come without the message. */
const endedBy = (input: EspaCall, records: ReadonlyMap<string, string>) =>
  matches((records.get(record.text) ?? '').trim() === '' ? { ...input, text: '' } : input, records);

/** Connects to a panel, nurse call or paging system by ESPA 4.4.4. Inputs keep their state over a lost connection. */
export function openEspaPanel(settings: EspaPanel, deps: PanelDeps): PanelDriver {
  const { inputs, outputs, hold_s, silence_s } = settings;
  const now = deps.now ?? (() => performance.now());
  const active = inputs.map((_, i) => deps.active.has(i + 1));
  /** When each input was called last, ms. */
  const calledMs = inputs.map(() => now());
  /** Outputs as the other side has confirmed them, and as they should be. */
  const confirmed = outputs.map(() => false);
  const wanted = outputs.map(() => false);
  const sending = new Map<number, { output: number; on: boolean }>();
  const pulses = new Pulses((output) => set([{ output, on: false }]));
  let lastId = 0;
  let session: EspaSession | null = null;
  let reader = new EspaReader();
  let heardMs = 0;

  const report = () => deps.lines([...active], [...confirmed]);

  function take(records: ReadonlyMap<string, string>): void {
    const isReset = records.get(record.type) === callType.reset;
    for (const [i, input] of inputs.entries()) {
      if (isReset ? !endedBy(input, records) : !matches(input, records)) continue;
      active[i] = !isReset;
      calledMs[i] = now();
    }
  }

  /** Sends the calls of outputs that are not as they should be. */
  function send(): void {
    if (session === null) return;
    const underWay = new Set([...sending.values()].map(({ output }) => output));
    for (const [i, call] of outputs.entries()) {
      const on = wanted[i] === true;
      if (on === confirmed[i] || underWay.has(i)) continue;
      const id = ++lastId;
      sending.set(id, { output: i, on });
      session.add(id, [
        [record.address, call.pager],
        [record.text, call.text],
        [record.type, on ? callType.standard : callType.reset],
        [record.priority, '1'],
      ]);
    }
  }

  function done(id: number, isTaken: boolean): void {
    const sent = sending.get(id);
    sending.delete(id);
    if (sent === undefined || !isTaken) return;
    confirmed[sent.output] = sent.on;
    report();
    send();
  }

  const socket = openPanelSocket({ host: settings.panel_host, port: settings.port }, deps.policy, {
    connected() {
      reader = new EspaReader();
      sending.clear();
      session = new EspaSession({
        ...settings,
        peer: settings.peer_station,
        send: socket.send,
        call: take,
        done,
      });
      heardMs = now();
      send();
    },
    data(bytes) {
      try {
        for (const token of reader.take(bytes)) {
          heardMs = now();
          socket.works();
          session?.take(token, heardMs);
          report();
        }
      } catch (error) {
        socket.drop(failureOf(error));
      }
    },
    lost(error) {
      session = null;
      pulses.clear();
      deps.lost(error);
    },
  });

  const timer = setInterval(() => {
    const atMs = now();
    if (session === null) return;
    session.tick(atMs);
    if (atMs - heardMs >= silence_s * 1000) {
      socket.drop(new StreamFailure('panel.silent', { n: silence_s }));
      return;
    }
    if (hold_s === 0) return;
    for (const [i, isActive] of active.entries()) {
      if (!isActive || atMs - (calledMs[i] ?? 0) < hold_s * 1000) continue;
      active[i] = false;
      report();
    }
  }, TICK_MS);

  function set(changes: Parameters<PanelDriver['set']>[0]): void {
    for (const { output, on, pulse_ms } of changes) {
      if (output > outputs.length) continue;
      wanted[output - 1] = on;
      pulses.set(output, on ? pulse_ms : undefined);
    }
    send();
  }

  return {
    set,
    close() {
      clearInterval(timer);
      pulses.clear();
      socket.close();
    },
  };
}
