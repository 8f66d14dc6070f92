import type { PanelLink } from '../../../contract/entities/terminals/panel.ts';
import type { PanelTested } from '../../../contract/entities/terminals/panelForm.ts';
import { ruleMessage } from '../../../contract/rules/ruleMessage.ts';
import type { AddressPolicy } from '../../sound/radio/policy.ts';
import { openPanel } from './openPanel.ts';

/** Time for the first correct answer, ms. */
const TEST_MS = 8_000;

/** Connects to a panel until its first correct answer, or its first failure. Switches nothing. */
export function tryPanel(panel: PanelLink, policy: AddressPolicy): Promise<PanelTested> {
  const beganMs = performance.now();
  return new Promise((resolve) => {
    function end(result: Pick<PanelTested, 'works' | 'error' | 'active'>): void {
      clearTimeout(timer);
      driver.close();
      const answer_ms = result.works ? Math.round(performance.now() - beganMs) : null;
      resolve({ ...result, answer_ms });
    }
    const timer = setTimeout(
      () => end({ works: false, error: ruleMessage('radio.timeout'), active: [] }),
      TEST_MS,
    );
    const driver = openPanel(panel, {
      policy,
      contacts: [],
      active: new Set(),
      lines: (inputs) =>
        end({ works: true, error: '', active: inputs.flatMap((is, i) => (is ? [i + 1] : [])) }),
      lost: (error) => end({ works: false, error, active: [] }),
    });
  });
}
