import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Dialogue } from '../../../contract/entities/terminals/dialogue.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalHooks } from './terminal.service.ts';

/**
 * Creates the check of dialogue terminals beyond plain settings: a call button must not call its own
 * terminal.
 */
export function dialogueHooks(): TerminalHooks {
  return {
    async beforePatch(_tx, _caller, row, values) {
      const { callee, dialogue_code, call_number } = {
        ...row,
        ...settingsOf('dialogue', row.details),
        ...values,
      } as Pick<Dialogue, 'callee' | 'dialogue_code' | 'call_number'>;
      if (callee !== '' && (callee === dialogue_code || callee === call_number))
        throw new AppError(
          errorCode.badRequest,
          'call.self',
          {},
          { fields: [{ path: 'callee', key: 'call.self' }] },
        );
      return values;
    },
  };
}
