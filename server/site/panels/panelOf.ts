import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { PanelLink } from '../../../contract/entities/terminals/panel.ts';
import type { TerminalRow } from '../terminals/terminal.repository.ts';

/** How this server reaches a panel of another make; null: the terminal connects itself. */
export function panelOf({ kind, details }: Pick<TerminalRow, 'kind' | 'details'>): PanelLink | null {
  return kind === 'fire_control_device' ? settingsOf('fire_control_device', details).panel : null;
}
