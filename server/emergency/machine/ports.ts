import type { GpioLinks } from '../../gpio/gpioLinks.ts';
import type { OutputHolds } from '../../io/outputs.ts';

/** What others do for alarms. Each call is to be taken again without harm: a restart repeats what it finds. */
export interface EmergencyPorts {
  /** Outputs that an alarm holds on. */
  outputs: OutputHolds;
  /** GPIO tasks of the kind `link` that run with an alarm. */
  links: GpioLinks;
  /** Whether an input is in test mode: its edges start nothing. */
  isTested(terminal: number, input: number): boolean;
}

/** A person or an outside sender behind a deed, as audit and timeline name it. */
export interface Doer {
  accountId: number | null;
  code: string;
  name: string;
  ip: string;
}

/** The server itself: an input, a timer. */
export const itself: Doer = { accountId: null, code: '', name: '', ip: '' };
