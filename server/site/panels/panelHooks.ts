import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { TerminalHooks, TerminalServiceDeps } from '../terminals/terminal.service.ts';
import { mustBeUnused, usersIn } from '../uses/used.ts';
import { panelOf } from './panelOf.ts';

/** Checks of fire terminals. */
export function panelHooks({ alarmUse, uses }: TerminalServiceDeps): TerminalHooks {
  return {
    async beforePatch(_tx, _caller, row, values) {
      alarmUse.mustBeIdle.terminal(row.id);
      const { panel } = values;
      // A terminal that connects itself has a secret; a panel of another make has none.
      if (panel !== undefined && (panel === null) !== (panelOf(row) === null))
        throw new AppError(errorCode.refused, 'terminal.otherTransport');
      return values;
    },
    async beforeRemove(tx, caller, row) {
      const users = await uses.find(tx, 'fire_control_device', [row.id]);
      mustBeUnused(caller.scope, row.dev_name2 || row.name, usersIn(users, row.id));
    },
  };
}
