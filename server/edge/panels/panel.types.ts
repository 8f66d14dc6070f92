import type { FireInputSettings } from '../../../contract/entities/terminals/fireControlDevice.ts';
import type { OutputSetting } from '../../../contract/protocol/terminalStatus.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';

/** Events of a panel; none of them throws. */
export interface PanelEvents {
  /** Lines as they are now, line 1 first. The panel works. */
  lines(inputs: readonly boolean[], outputs: readonly boolean[]): void;
  /** The panel does not work; told again while that lasts. @param error rule message */
  lost(error: string): void;
}

export interface PanelDeps extends PanelEvents {
  policy: AddressPolicy;
  /** Settings of the inputs, input 1 first; those beyond the list have the default. */
  contacts: readonly FireInputSettings[];
  /** Inputs that were active when they were last known. */
  active: ReadonlySet<number>;
  /** Monotonic ms. */
  now?: () => number;
}

/** Panel that this server reaches. */
export interface PanelDriver {
  /** Switches outputs; those that are not named stay unchanged. */
  set(outputs: readonly OutputSetting[]): void;
  close(): void;
}
