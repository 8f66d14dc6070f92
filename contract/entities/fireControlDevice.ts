import { z } from 'zod';
import { inputContact, terminalRole } from '../codes.ts';
import { MAX_LINES } from '../terminalStatus.ts';
import { defineKind } from './terminal.ts';

const name = z.string().trim().max(50);

/** How an input is wired and read; the terminal applies it. */
export const fireInputSettings = z.object({
  /** Empty: it goes by its number. */
  name,
  /** `normally_open`: active while its contact is closed; `normally_closed`: while it is open. */
  contact: z.enum(inputContact),
  /** How long a contact must stay as it is before it counts, ms. */
  debounce_ms: z.number().int().min(0).max(5000),
  /** Its wiring is watched: a broken or short-circuited line is a fault. */
  supervised: z.boolean(),
});
export type FireInputSettings = z.output<typeof fireInputSettings>;

/** An input that nobody has set up. */
export const defaultFireInput: FireInputSettings = {
  name: '',
  contact: inputContact.normallyOpen,
  debounce_ms: 50,
  supervised: false,
};

/** Fire and alarm terminals (spec 3, "Fire device"). */
export const fireControlDeviceKind = defineKind(
  'fire_control_device',
  terminalRole.fire,
  {
    /**
     * How long an alarm waits from the edge of an input until it sounds, seconds; people can cancel it meanwhile. A
     * contact that goes back does not: a broken wire must not take an alarm back (design 8).
     */
    delayTriggerTime: z.number().int().min(0).max(600),
    /** Of the inputs 1, 2, …; those beyond the list are as `defaultFireInput`. */
    inputs: z.array(fireInputSettings).max(MAX_LINES),
    /** Names of the outputs 1, 2, …; an output without one goes by its number. */
    output_names: z.array(name).max(MAX_LINES),
  },
  { delayTriggerTime: 0, inputs: [], output_names: [] },
);
export const fireControlDeviceEntity = fireControlDeviceKind.entity;
