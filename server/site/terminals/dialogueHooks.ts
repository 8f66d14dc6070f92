import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Dialogue } from '../../../contract/entities/terminals/dialogue.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import { mustBeFreePhone } from '../casters/phoneOf.ts';
import type { Directory } from './directory.ts';
import type { TerminalHooks } from './terminal.service.ts';

/**
 * Creates the checks of dialogue terminals beyond plain settings: a call button must not call its own terminal, and
 * a phone stays in its telephone system.
 */
export function dialogueHooks({ directory }: { directory: Pick<Directory, 'all'> }): TerminalHooks {
  return {
    async beforePatch(_tx, _caller, row, values) {
      const before = settingsOf('dialogue', row.details);
      const { callee, dialogue_code, call_number, phone } = { ...row, ...before, ...values } as Pick<
        Dialogue,
        'callee' | 'dialogue_code' | 'call_number' | 'phone'
      >;
      if (callee !== '' && (callee === dialogue_code || callee === call_number))
        throw new AppError(
          errorCode.badRequest,
          'call.self',
          {},
          { fields: [{ path: 'callee', key: 'call.self' }] },
        );
      // Who adds a phone must see its telephone system, which is not known here.
      if (phone?.integration !== before.phone?.integration)
        throw new AppError(errorCode.refused, 'terminal.otherTelephone');
      if (phone !== null) mustBeFreePhone(directory, phone, row.id);
      return values;
    },
  };
}
