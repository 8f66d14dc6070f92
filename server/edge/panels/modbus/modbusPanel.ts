import type { ModbusPanel } from '../../../../contract/entities/terminals/panel.ts';
import { failureOf, StreamFailure } from '../../../sound/radio/failure.ts';
import { Contacts } from '../contacts.ts';
import type { PanelDeps, PanelDriver } from '../panel.types.ts';
import { openPanelSocket } from '../panelSocket.ts';
import { Pulses } from '../pulses.ts';
import { ModbusClient, ModbusException } from './modbusClient.ts';
import { COIL_OFF, COIL_ON, linesOf, modbusFunction } from './modbusFrame.ts';

/** Time without a correct answer after which the panel is lost, ms. */
const LOST_MS = 2_000;
/** Exceptions of a panel that is busy: acknowledge, server device busy. */
const BUSY = new Set([5, 6]);

/** Tells if the same request may be answered a moment later. */
const isPassing = (failure: StreamFailure) =>
  failure.key === 'radio.timeout' || (failure instanceof ModbusException && BUSY.has(failure.code));

/** Polls a panel by Modbus TCP, and writes its coils. */
export function openModbusPanel(settings: ModbusPanel, deps: PanelDeps): PanelDriver {
  const { input_start, input_count, output_start, output_count, table, poll_ms } = settings;
  const now = deps.now ?? (() => performance.now());
  const contacts = new Contacts(deps.contacts, deps.active);
  /** Coils to be written, by output. */
  const waiting = new Map<number, boolean>();
  const pulses = new Pulses((output) => set([{ output, on: false }]));
  let client: ModbusClient | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;
  let answeredMs = 0;

  const socket = openPanelSocket({ host: settings.panel_host, port: settings.port }, deps.policy, {
    connected() {
      client = new ModbusClient(settings.unit, socket.send);
      answeredMs = now();
      poll();
    },
    data(bytes) {
      try {
        client?.take(bytes);
      } catch (error) {
        socket.drop(failureOf(error));
      }
    },
    lost(error) {
      clearTimeout(timer);
      waiting.clear();
      pulses.clear();
      client?.fail(new StreamFailure('radio.cut'));
      client = null;
      deps.lost(error);
    },
  });

  async function write(to: ModbusClient): Promise<void> {
    for (const [output, on] of waiting) {
      const value = on ? COIL_ON : COIL_OFF;
      const answer = await to.request(modbusFunction.writeCoil, output_start + output - 1, value);
      if (answer.length !== 5 || answer.readUInt16BE(3) !== value)
        throw new StreamFailure('panel.wrongAnswer');
      if (waiting.get(output) === on) waiting.delete(output);
    }
  }

  async function read(from: ModbusClient, code: number, start: number, count: number): Promise<boolean[]> {
    return count === 0 ? [] : linesOf(await from.request(code, start, count), count);
  }

  async function turn(of: ModbusClient): Promise<void> {
    await write(of);
    const closed = await read(of, modbusFunction[table], input_start, input_count);
    const inputs = contacts.take(closed, now());
    const outputs = await read(of, modbusFunction.coil, output_start, output_count);
    answeredMs = now();
    socket.works();
    deps.lines(inputs, outputs);
  }

  /** Reads all lines now, unless that is under way, and again after the interval. */
  function poll(): void {
    const used = client;
    if (used === null || isPolling) return;
    clearTimeout(timer);
    isPolling = true;
    let waitMs = poll_ms;
    turn(used)
      .then(() => {
        waitMs = waiting.size > 0 ? 0 : Math.min(poll_ms, contacts.pendingMs(now()) ?? poll_ms);
      })
      .catch((error: unknown) => {
        const failure = failureOf(error);
        if (used === client && (!isPassing(failure) || now() - answeredMs >= LOST_MS)) socket.drop(failure);
      })
      .finally(() => {
        isPolling = false;
        // Another connection may have been made meanwhile.
        if (client !== null) timer = setTimeout(poll, waitMs);
      });
  }

  function set(outputs: Parameters<PanelDriver['set']>[0]): void {
    for (const { output, on, pulse_ms } of outputs) {
      if (output > output_count) continue;
      waiting.set(output, on);
      pulses.set(output, on ? pulse_ms : undefined);
    }
    if (waiting.size > 0) poll();
  }

  return {
    set,
    close() {
      clearTimeout(timer);
      pulses.clear();
      socket.close();
      client?.fail(new StreamFailure('radio.cut'));
      client = null;
    },
  };
}
