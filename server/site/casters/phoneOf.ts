import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { PhoneStation } from '../../../contract/entities/terminals/dialogue.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { Directory } from '../terminals/directory.ts';
import type { TerminalRow } from '../terminals/terminal.repository.ts';

/** Phone of a telephone system that a terminal is; null: it connects to this server itself. */
export function phoneOf({ kind, details }: Pick<TerminalRow, 'kind' | 'details'>): PhoneStation | null {
  return kind === 'dialogue' ? settingsOf('dialogue', details).phone : null;
}

/** Checks that no other terminal is this phone. @throws AppError 409 */
export function mustBeFreePhone(
  directory: Pick<Directory, 'all'>,
  { integration, number }: PhoneStation,
  id: number | null = null,
): void {
  for (const other of directory.all()) {
    const phone = other.id === id ? null : phoneOf(other.row);
    if (phone?.integration === integration && phone.number === number)
      throw new AppError(errorCode.conflict, 'terminal.phoneTaken', { number });
  }
}
