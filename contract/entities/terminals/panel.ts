import { z } from 'zod';
import { hostName } from '../../api/administration.ts';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { modbusTables } from '../../fieldCodes.ts';
import { MAX_LINES } from '../../protocol/terminalStatus.ts';

const address = z.number().int().min(0).max(65_535);
const lineCount = z.number().int().min(0).max(MAX_LINES);
const tcp = {
  panel_host: hostName.describe('Name or IP address of the panel, or of its serial device server.'),
  port: z.number().int().min(1).max(65_535).describe('TCP port.'),
};

/** Panel that this server polls by Modbus TCP. */
export const modbusPanel = z
  .object({
    protocol: z.literal('modbus_tcp').describe('Modbus TCP; not encrypted.'),
    ...tcp,
    unit: z.number().int().min(0).max(255).describe('Unit identifier of the panel.'),
    table: z
      .enum(modbusTables)
      .describe(`Table that the inputs are read from: ${codes(meaningOf.modbusTable)}.`),
    input_start: address.describe('Address of input 1, counted from 0; the others follow it.'),
    input_count: lineCount.describe('Number of inputs.'),
    output_start: address.describe('Address of the coil of output 1, counted from 0; the others follow it.'),
    output_count: lineCount.describe('Number of outputs, each a coil.'),
    poll_ms: z.number().int().min(50).max(2000).describe('Time between two readings, ms.'),
  })
  .refine(({ input_start, input_count }) => input_start + input_count <= 65_536, {
    path: ['input_start'],
    error: 'rules.invalid',
  })
  .refine(({ output_start, output_count }) => output_start + output_count <= 65_536, {
    path: ['output_start'],
    error: 'rules.invalid',
  })
  .refine(({ input_count, output_count }) => input_count + output_count > 0, {
    path: ['input_count'],
    error: 'rules.required',
  });
export type ModbusPanel = z.output<typeof modbusPanel>;

const station = z.string().regex(/^[0-9]$/, { error: 'rules.invalid' });
const callText = z
  .string()
  .max(80)
  // ASCII without control characters: the characters of the protocol.
  .regex(/^[ -~]*$/, { error: 'rules.invalid' });

/** Call that stands for a line of a panel. */
export const espaCall = z.object({
  pager: z
    .string()
    .max(16)
    .regex(/^[!-~]*$/, { error: 'rules.invalid' })
    .describe('Call address: the pager that is called; empty in an input: any.'),
  text: callText.describe(
    'Of an input: part of the display message, in any letter case; empty: any. Of an output: the message.',
  ),
});
export type EspaCall = z.output<typeof espaCall>;

/** Panel, nurse call or paging system that speaks ESPA 4.4.4, over TCP. */
export const espaPanel = z
  .object({
    protocol: z.literal('espa_444').describe('ESPA 4.4.4 over TCP; not encrypted.'),
    ...tcp,
    polls: z
      .boolean()
      .describe('Whether this server is the control station, which polls; otherwise the other side polls.'),
    station: station.describe('Address of this server on the bus.'),
    peer_station: station.describe('Address of the other side.'),
    inputs: z
      .array(espaCall)
      .max(MAX_LINES)
      .describe('Calls that make the inputs 1, 2, and so on active; a call of the type reset ends them.'),
    outputs: z
      .array(espaCall)
      .max(MAX_LINES)
      .describe('Calls that are sent while the outputs 1, 2, and so on are on.'),
    hold_s: z
      .number()
      .int()
      .min(0)
      .max(3600)
      .describe('Time after its last call after which an input is normal again, s; 0: only after a reset.'),
    silence_s: z
      .number()
      .int()
      .min(2)
      .max(60)
      .describe('Time without any message of the other side after which it is lost, s.'),
  })
  .refine(({ station, peer_station }) => station !== peer_station, {
    path: ['peer_station'],
    error: 'rules.invalid',
  })
  .refine(({ inputs, outputs }) => inputs.length + outputs.length > 0, {
    path: ['inputs'],
    error: 'rules.required',
  });
export type EspaPanel = z.output<typeof espaPanel>;

/** Panel of another make: how this server reaches it. */
export const panelLink = z.discriminatedUnion('protocol', [modbusPanel, espaPanel]);
export type PanelLink = z.output<typeof panelLink>;
export type PanelProtocol = PanelLink['protocol'];

/** Settings of a new panel, by protocol. */
export const newPanels = {
  modbus_tcp: {
    protocol: 'modbus_tcp',
    panel_host: '',
    port: 502,
    unit: 1,
    table: 'discrete_input',
    input_start: 0,
    input_count: 8,
    output_start: 0,
    output_count: 0,
    poll_ms: 100,
  },
  espa_444: {
    protocol: 'espa_444',
    panel_host: '',
    port: 4001,
    polls: false,
    station: '2',
    peer_station: '1',
    inputs: [{ pager: '', text: '' }],
    outputs: [],
    hold_s: 0,
    silence_s: 6,
  },
} as const satisfies Record<PanelProtocol, unknown>;

/** State of the connection to a panel, in the live row of its terminal. */
export interface PanelState {
  /** False: not connected, or its answers are wrong. */
  works: boolean;
  /** Rule message with the reason why it does not work; empty: it works, or was not tried yet. */
  error: string;
  /** Last change of an input, or last call, epoch s; null: none since the server started. */
  last_at: number | null;
}
