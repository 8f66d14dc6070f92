import { z } from 'zod';
import { codes, meaningOf } from '../../codeMeanings.ts';
import { inputContact, terminalRole } from '../../codes.ts';
import { MAX_LINES } from '../../protocol/terminalStatus.ts';
import { type PanelState, panelLink } from './panel.ts';
import { defineKind } from './terminal.ts';

const name = z.string().trim().max(50);

/** Wiring and debouncing of an input; applied by the terminal. */
export const fireInputSettings = z.object({
  name: name.describe('Name of the line; empty: it has its number.'),
  contact: z.enum(inputContact).describe(`Contact: ${codes(meaningOf.contact)}.`),
  debounce_ms: z
    .number()
    .int()
    .min(0)
    .max(5000)
    .describe('Time for which the contact must be stable before a change counts, ms.'),
  supervised: z
    .boolean()
    .describe('Whether its wiring is supervised: a broken or short-circuited line is a fault.'),
});
export type FireInputSettings = z.output<typeof fireInputSettings>;

/** Settings of an input that has not been configured. */
export const defaultFireInput: FireInputSettings = {
  name: '',
  contact: inputContact.normallyOpen,
  debounce_ms: 50,
  supervised: false,
};

/** Fire and alarm terminals ("Fire device"). */
export const fireControlDeviceKind = defineKind(
  'fire_control_device',
  terminalRole.fire,
  {
    delayTriggerTime: z
      .number()
      .int()
      .min(0)
      .max(600)
      .describe(
        'Time from the edge of an input to the sound, s. People can cancel it meanwhile; a contact that returns to normal does not, because a broken wire must not cancel an alarm.',
      ),
    inputs: z
      .array(fireInputSettings)
      .max(MAX_LINES)
      .describe(
        'Settings of the inputs 1, 2, and so on; those beyond the list: unnamed, normally open, 50 ms, not supervised.',
      ),
    output_names: z
      .array(name)
      .max(MAX_LINES)
      .describe('Names of the outputs 1, 2, and so on; an output without a name has its number.'),
    panel: panelLink
      .nullable()
      .describe('How this server reaches a panel of another make; null: the terminal connects itself.'),
  },
  { delayTriggerTime: 0, inputs: [], output_names: [], panel: null },
  { panel_state: null as PanelState | null },
);
export const fireControlDeviceEntity = fireControlDeviceKind.entity;
