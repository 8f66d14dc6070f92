import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';

/** Settings and status messages of a terminal of each kind, and invalid settings. */
export const samples: Record<
  Exclude<TerminalKind, 'device'>,
  { settings: object; bad: object[]; status: Record<string, unknown> }
> = {
  caster: {
    settings: { priority: 7 },
    bad: [{ priority: -1 }, { priority: 'high' }],
    status: { state: 'paging', peer: 'Hall', level_db: -20 },
  },
  dialogue: {
    settings: { priority: 9, dialogue_code: 'A1B2C3D4', callee: '205', call_mode: 'low_latency' },
    bad: [{ priority: 101 }, { dialogue_code: 'A1B2C3D' }, { dialogue_code: 'a1b2c3d4' }, { callee: 'hall' }],
    status: { state: 'ringing', peer: 'Gate', level_db: null },
  },
  capturer: {
    settings: { mode: 'io', channel_names: ['Stage', ''] },
    bad: [{ mode: 'never' }, { channel_names: Array(33).fill('x') }],
    status: { channels: [{ channel: 1, state: 'idle', level_db: -30.5, peak_db: -12, io: true }] },
  },
  xtts: {
    settings: {},
    bad: [],
    status: { queue: 2, speaking: 'Hello', voices: [], spoken: 3, failed: 0 },
  },
  fire_control_device: {
    settings: {
      delayTriggerTime: 5,
      inputs: [{ name: 'Hall detector', contact: 'normally_closed', debounce_ms: 20, supervised: true }],
      output_names: ['Siren'],
    },
    bad: [
      { delayTriggerTime: 601 },
      { inputs: [{ name: '', contact: 'sometimes', debounce_ms: 20, supervised: true }] },
      { inputs: [{ name: '', contact: 'normally_open', debounce_ms: -1, supervised: true }] },
      { output_names: Array(65).fill('x') },
    ],
    status: { inputs: [{ input: 1, active: true, line: 'ok' }], outputs: [{ output: 1, on: false }] },
  },
};
