import type { ForeignTransport } from '../../../contract/entities/terminals/foreign.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalRow } from '../terminals/terminal.repository.ts';

/** Transport of a terminal of another make; null: it connects to this server itself. */
export function transportOf({
  kind,
  details,
}: Pick<TerminalRow, 'kind' | 'details'>): ForeignTransport | null {
  return kind === 'device' ? settingsOf('device', details).foreign : null;
}
