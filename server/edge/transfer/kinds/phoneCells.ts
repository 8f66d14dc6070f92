import { phoneStation } from '../../../../contract/entities/terminals/dialogue.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import type { DbOrTx } from '../../../platform/db/client.ts';
import { may } from '../../../platform/http/access.ts';
import { inScope } from '../../../platform/live/scope.ts';
import { phoneOf } from '../../../site/casters/phoneOf.ts';
import type { Directory } from '../../../site/terminals/directory.ts';
import type { TerminalRow } from '../../../site/terminals/terminal.repository.ts';
import type { InputRow } from '../columns.ts';
import { namedTelephones } from '../names.repository.ts';
import type { Report } from '../report.ts';
import { type Names, namesOf } from './thingNames.ts';

/** Setting and its columns: the telephone system of a phone by its name, and the number of the phone there. */
type Phone = ReturnType<typeof phoneOf>;

/** Telephone systems that a caller sees, by name. They cannot be deleted until the end of the transaction. */
export async function telephoneNames(db: DbOrTx, caller: Caller): Promise<Names> {
  if (!may(caller, 'list_integration')) return namesOf([]);
  const systems = await namedTelephones(db);
  return namesOf(systems.filter(({ org }) => inScope(caller.scope, org)));
}

/** Cells of a phone; empty for a terminal that is none, and for a telephone system that the caller does not see. */
export const phoneCells = (names: Names, phone: Phone) => ({
  telephone: phone === null ? '' : names.name(phone.integration),
  phone_number: phone?.number ?? '',
});

/**
 * Creates the reader of the columns. A phone stands once in its telephone system, and stays in it; a file makes no phone
 * of a terminal that connects by itself.
 */
export function phoneReader(directory: Pick<Directory, 'all'>, names: Names, report: Report) {
  const placeOf = (integration: number, number: string) => `${integration} ${number}`;
  /** Code of the phone at each place. */
  const holders = new Map<string, string>();
  for (const { row } of directory.all()) {
    const phone = phoneOf(row);
    if (phone !== null) holders.set(placeOf(phone.integration, phone.number), row.code);
  }

  function systemOf(row: InputRow, before: Phone): number | null {
    const cell = row.get('telephone') ?? '';
    if (cell === '' && before !== null) return before.integration;
    const id = names.id(cell);
    if (id == null)
      report.fault(row, 'telephone', id === null ? 'transfer.several' : 'transfer.noSuch', { value: cell });
    return id ?? null;
  }

  return (row: InputRow, old: TerminalRow | undefined): { phone?: NonNullable<Phone> } => {
    const before = old === undefined ? null : phoneOf(old);
    if (!row.get('telephone') && !row.get('phone_number')) return {};
    const typed = row.get('phone_number') || before?.number;
    const number = report.read(row, 'phone_number', phoneStation.shape.number, typed ?? '');
    const integration = systemOf(row, before);
    if (integration === null || number === undefined) return {};
    if (old !== undefined && before?.integration !== integration)
      report.fault(row, 'telephone', 'terminal.otherTelephone');
    const code = row.get('code') ?? '';
    const place = placeOf(integration, number);
    if ((holders.get(place) ?? code) !== code)
      report.fault(row, 'phone_number', 'terminal.phoneTaken', { number });
    holders.set(place, code);
    return { phone: { integration, number } };
  };
}
