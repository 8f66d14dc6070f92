import type { OutputHolds } from '../../../site/io/outputs.ts';
import type { GpioLinks } from '../../gpio/gpioLinks.ts';

/** Services that alarms use. Each call must be idempotent, because a restart repeats it. */
export interface EmergencyPorts {
  /** Holds outputs on for an alarm. */
  outputs: OutputHolds;
  /** GPIO tasks of the kind `link` that run with an alarm. */
  links: GpioLinks;
  /** Tells if an input is in test mode: its edges start nothing. */
  isTested(terminal: number, input: number): boolean;
}

/** A person or an external sender as author of an action, as audit log and timeline name it. */
export interface AlarmActor {
  accountId: number | null;
  code: string;
  name: string;
  ip: string;
}

/** The server itself as author: an input or a timer. */
export const serverActor: AlarmActor = { accountId: null, code: '', name: '', ip: '' };
