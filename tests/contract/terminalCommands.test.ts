import { expect, test } from 'vitest';
import { terminalKindNames } from '../../contract/entities/terminals/terminalKind.ts';
import { commandsOfKind, takesCommand, terminalCommands } from '../../contract/rules/terminalCommands.ts';

test('every kind says for every command whether its terminals take it; those of other makes take none', () => {
  expect(Object.keys(commandsOfKind).sort()).toEqual([...terminalKindNames].sort());
  for (const kind of terminalKindNames)
    for (const command of terminalCommands) {
      expect(takesCommand({ kind, foreign: null, panel: null }, command), `${kind} ${command}`).toBe(
        commandsOfKind[kind].own.includes(command),
      );
      expect(takesCommand({ kind, foreign: {} }, command), `${kind} ${command}`).toBe(false);
      expect(takesCommand({ kind, panel: {} }, command), `${kind} ${command}`).toBe(false);
    }
});
