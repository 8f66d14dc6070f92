import { readYesNo, yesNo } from '../../../../contract/api/transfer.ts';
import { casterEntity } from '../../../../contract/entities/terminals/caster.ts';
import type { Language } from '../../../../contract/language.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { inScope } from '../../../platform/live/scope.ts';
import { findByCode } from '../../../site/accounts/findByCode.ts';
import * as repository from '../../../site/casters/caster.repository.ts';
import { noAccount, publicFields } from '../../../site/casters/casterAccounts.ts';
import type { InputRow } from '../columns.ts';
import { zonesByCode } from '../compare.ts';
import { codesIn } from '../listCell.ts';
import { ownerCodes } from '../ownerCodes.ts';
import type { ImportRun, TransferDeps } from '../transfer.types.ts';

/** Account of a call station, as a row gives it. */
export interface CasterCells {
  /** Line of the row that holds its password; null: none. */
  password: number | null;
  /** Zones that it may reach; undefined: unchanged. */
  orgs: number[] | undefined;
  /** Console account that owns it; undefined: unchanged. */
  user_id: number | null | undefined;
  disabled: boolean | undefined;
}

/**
 * Reads and writes the accounts of casters: a password for a new one, the zones that it may reach, its owner,
 * and if it is disabled.
 */
export async function casterAccounts(deps: TransferDeps, tx: Tx, run: ImportRun) {
  const { report, caller, lang } = run;
  const accounts = deps.terminals.casters;
  const zones = zonesByCode(deps.zones, caller.scope);
  const codeOf = await ownerCodes(tx, caller);
  const ownerOf = findByCode([...codeOf].map(([id, code]) => [code, id] as const));
  const before = (id: number | undefined) => (id === undefined ? undefined : accounts.get(id)) ?? noAccount;

  function readOrgs(row: InputRow, id: number | undefined): number[] | undefined {
    const cell = row.get('reach');
    if (cell === undefined) return undefined;
    const requested: number[] = [];
    for (const code of codesIn(cell)) {
      const zone = zones.get(code);
      if (zone === undefined) report.fault(row, 'reach', 'transfer.noZone', { value: code });
      else requested.push(zone.id);
    }
    // Zones that the caller does not see are kept.
    return [...before(id).orgs.filter((one) => !inScope(caller.scope, one)), ...requested];
  }
  /** Reads the owner; an owner that the caller does not see is kept when the cell is empty. */
  function readOwner(row: InputRow, id: number | undefined): number | null | undefined {
    const code = row.get('owner');
    if (code === undefined) return undefined;
    const { user_id: now, orgs } = before(id);
    if (orgs.some((org) => !inScope(caller.scope, org)) && code !== (codeOf.get(now ?? 0) ?? ''))
      report.fault(row, 'owner', 'account.casterReachesFurther');
    if (code === '') {
      const { user_id } = before(id);
      return user_id !== null && !codeOf.has(user_id) ? undefined : null;
    }
    const owner = ownerOf(code);
    if (owner === undefined) report.fault(row, 'owner', 'transfer.noAccount', { value: code });
    return owner;
  }
  function readDisabled(row: InputRow): boolean | undefined {
    const cell = row.get('disabled') ?? '';
    if (cell === '') return undefined;
    const value = readYesNo(cell);
    if (value === null) report.fault(row, 'disabled', 'transfer.yesNo');
    return value ?? undefined;
  }

  return {
    /** @param id caster that the row changes; undefined: a new one */
    read(row: InputRow, id: number | undefined): CasterCells {
      const typed = id === undefined ? (row.get('password') ?? '') : '';
      if (typed !== '') report.read(row, 'password', casterEntity.create.shape.password, typed);
      return {
        password: typed === '' ? null : row.line,
        orgs: readOrgs(row, id),
        user_id: readOwner(row, id),
        disabled: readDisabled(row),
      };
    },
    /** Cells of the account: as stored, or after a row. */
    cells(id: number | undefined, given?: CasterCells | null) {
      const { orgs, user_id, disabled } = before(id);
      const owner = given?.user_id === undefined ? user_id : given.user_id;
      const codes = (given?.orgs ?? orgs).flatMap((org) =>
        inScope(caller.scope, org) ? (deps.zones.get(org)?.code ?? []) : [],
      );
      return {
        reach: codes.join(' '),
        owner: owner === null ? '' : (codeOf.get(owner) ?? ''),
        disabled: yesNoCell(given?.disabled ?? disabled, lang),
      };
    },
    /** Tells if a row disables an enabled account. */
    revokes: (id: number, given: CasterCells | null) => given?.disabled === true && !before(id).disabled,
    async write(tx: Tx, id: number, { password, orgs, user_id, disabled }: CasterCells): Promise<void> {
      const password_hash = password === null ? undefined : run.hashes.get(password);
      await repository.save(tx, id, {
        ...(password_hash === undefined ? {} : { password_hash }),
        ...(user_id === undefined ? {} : { user_id }),
        ...(disabled === undefined ? {} : { disabled }),
      });
      if (orgs !== undefined) await repository.setOrgs(tx, id, orgs);
    },
    async committed(ids: readonly number[]): Promise<void> {
      await accounts.load();
      for (const id of ids) {
        const account = accounts.get(id);
        if (account !== undefined) deps.terminals.devices.setRelated(id, publicFields(account));
      }
    },
  };
}

/** Cell of a yes-or-no value in a language. */
export function yesNoCell(value: boolean, lang: Language): string {
  return (value ? yesNo.true : yesNo.false)[lang];
}
