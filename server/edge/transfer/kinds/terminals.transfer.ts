import { entityPermission } from '../../../../contract/api/permissions.ts';
import { terminalKinds } from '../../../../contract/entities/terminals/kinds.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { may } from '../../../platform/http/access.ts';
import { oneByOne } from '../../../platform/process/inParts.ts';
import { unusableHash } from '../../../site/casters/casterHooks.ts';
import { phoneOf } from '../../../site/casters/phoneOf.ts';
import { isCalled } from '../../../site/foreign/isCalled.ts';
import type { TerminalRow } from '../../../site/terminals/terminal.repository.ts';
import { type Change, changesOf } from '../compare.ts';
import * as repository from '../transfer.repository.ts';
import type { Importer } from '../transfer.types.ts';
import { UniqueCells } from '../uniqueCells.ts';
import { type CasterCells, casterAccounts } from './casters.transfer.ts';
import { fileGroupCell, fileGroupNames, hasFileGroup } from './fileGroupCells.ts';
import { foreignCell } from './foreignCells.ts';
import { settingCells } from './kindCells.ts';
import { phoneCells, telephoneNames } from './phoneCells.ts';
import { rowReader, type Values } from './terminalRow.ts';

/** Valid row, with the account of a caster. */
interface Judged {
  values: Values;
  account: CasterCells | null;
}

/**
 * Imports terminals of a kind: existing ones get the given columns; a new one is *expected*
 * (docs/decisions/0031-import-and-export.md): a row without a secret, which the terminal of that code takes
 * over on adoption or login.
 */
export const importTerminals =
  (kind: TerminalKind): Importer =>
  async (deps, tx, run) => {
    const { table, report, caller, ip, lang } = run;
    const codes = table.rows.map((row) => row.get('code') ?? '');
    const known = new Map((await repository.terminalsByCode(tx, codes)).map((row) => [row.code, row]));
    const accounts = kind === 'caster' ? await casterAccounts(deps, tx, run) : null;
    const fileGroups = hasFileGroup(kind) ? await fileGroupNames(tx, caller) : null;
    const telephones = kind === 'dialogue' ? await telephoneNames(tx, caller) : null;
    const readRow = rowReader(deps, run, kind, known, { fileGroups, telephones });
    const ownCells = (details: Record<string, unknown>) => ({
      ...settingCells(kind, details, lang),
      ...(kind === 'device' ? { foreign: foreignCell(details) } : {}),
      ...(telephones === null ? {} : phoneCells(telephones, phoneOf({ kind, details }))),
      ...(fileGroups === null ? {} : { file_group: fileGroupCell(fileGroups, details.file_group) }),
    });
    const fresh: Judged[] = [];
    const changed: (Judged & { row: TerminalRow; changes: Change[] })[] = [];
    const numbers = new UniqueCells('call_number', report);
    const dialogueCodes = new UniqueCells('dialogue_code', report);
    const ids = new Set<number>();
    for await (const row of oneByOne(table.rows)) {
      const read = readRow(row);
      if (read === null) continue;
      const { values } = read;
      const old = known.get(values.code);
      if (old !== undefined) ids.add(old.id);
      const account = accounts?.read(row, old?.id) ?? null;
      const after = {
        ...values,
        ...ownCells(values.details),
        foreign_password: read.hasPassword ? '***' : '',
        ...accounts?.cells(old?.id, account),
      };
      numbers.add(row, values.call_number, old?.id);
      if (kind === 'dialogue') {
        const { dialogue_code = '', callee = '' } = settingCells(kind, values.details, lang);
        dialogueCodes.add(row, dialogue_code, old?.id);
        if (callee !== '' && (callee === dialogue_code || callee === values.call_number))
          report.fault(row, 'callee', 'call.self');
      }
      const before = old && { ...old, ...ownCells(old.details), ...accounts?.cells(old.id) };
      const changes = before === undefined ? null : changesOf(run, deps.zones, before, after);
      if (changes === null) fresh.push({ values, account });
      else if (old !== undefined && changes.length > 0) changed.push({ row: old, values, account, changes });
      if (changes?.length !== 0 && !may(caller, entityPermission(changes === null ? 'create' : 'edit', kind)))
        report.fault(row, '', changes === null ? 'transfer.mayNotCreate' : 'transfer.mayNotEdit');
      else if (old !== undefined && changes?.length !== 0)
        report.refuse(row, () => deps.alarmUse.mustBeIdle.terminal(old.id));
      if (!report.isBad(row)) report.outcome(row, values.code, values.name, changes);
    }
    numbers.refuse(await repository.callNumbers(tx, numbers.values), ids);
    dialogueCodes.refuse(await repository.dialogueCodes(tx, dialogueCodes.values), ids);

    return async () => {
      const { role } = terminalKinds[kind];
      const made = await repository.insertTerminals(
        tx,
        fresh.map(({ values }) => ({
          ...values,
          kind,
          role,
          // A terminal that this server calls never connects: no other may take its place.
          secret_hash: isCalled({ kind, details: values.details ?? {} }) ? unusableHash() : '',
        })),
      );
      const revoked = changed.filter(({ row, account }) => accounts?.revokes(row.id, account));
      await repository.voidSecrets(
        tx,
        revoked.map(({ row }) => row.id),
        unusableHash,
      );
      const updated = await repository.updateTerminals(
        tx,
        changed.map(({ row, values: { code: _, ...values } }) => ({ id: row.id, ...values })),
      );
      if (accounts !== null) {
        const idOf = new Map(made.map(({ code, id }) => [code, id]));
        for (const { values, account } of [...fresh, ...changed]) {
          const id = idOf.get(values.code) ?? known.get(values.code)?.id;
          if (account !== null && id !== undefined) await accounts.write(tx, id, account);
        }
      }
      await deps.audit.record(tx, caller, [
        ...made.map(({ id, code, name, org }) => ({
          action: 'create',
          entity: kind,
          entity_id: id,
          ip,
          after: { code, name, org },
        })),
        ...changed.map(({ row, changes }) => ({
          action: 'edit',
          entity: kind,
          entity_id: row.id,
          ip,
          before: Object.fromEntries(changes.map(({ column, before }) => [column, before])),
          after: Object.fromEntries(changes.map(({ column, after }) => [column, after])),
        })),
      ]);
      return async () => {
        const { directory, devices, gateway } = deps.terminals;
        const rows = [...made, ...updated];
        // Put into memory immediately, published gradually, unless removed meanwhile.
        const held = rows.map((row) => directory.put(row));
        for await (const terminal of oneByOne(held))
          if (directory.byId(terminal.id) === terminal) devices.changed(terminal);
        await accounts?.committed(rows.map(({ id }) => id));
        for await (const { id } of oneByOne(updated)) gateway.settingsChanged(id);
        for (const { row } of revoked) gateway.logOut(row.id);
      };
    };
  };
