import { casterEntity } from '../../contract/entities/caster.ts';
import * as repository from '../casters/caster.repository.ts';
import { noAccount, publicFields } from '../casters/casterBook.ts';
import type { Tx } from '../db/client.ts';
import { inScope } from '../live/scope.ts';
import type { InputRow } from './columns.ts';
import { zonesByCode } from './compare.ts';
import type { ImportRun, TransferDeps } from './types.ts';

/** What a row says of the account of a call station. */
export interface CasterCells {
  /** Line of the row whose password it gets; null: it gets none. */
  password: number | null;
  /** Zones that it may speak to; undefined: as they are. */
  orgs: number[] | undefined;
}

/** Reads and writes what casters have beside their settings: a password for a new one, and the zones that it may speak to. */
export function casterAccounts(deps: TransferDeps, run: ImportRun) {
  const { report, caller } = run;
  const book = deps.terminals.casters;
  const zones = zonesByCode(deps.zones, caller.scope);
  const before = (id: number | undefined) => (id === undefined ? undefined : book.get(id)) ?? noAccount;
  const codes = (ids: readonly number[]) =>
    ids.flatMap((id) => (inScope(caller.scope, id) ? (deps.zones.get(id)?.code ?? []) : [])).join(' ');

  return {
    /** @param id of the caster that the row changes; undefined: a new one */
    read(row: InputRow, id: number | undefined): CasterCells {
      const typed = id === undefined ? (row.get('password') ?? '') : '';
      if (typed !== '') report.read(row, 'password', casterEntity.create.shape.password, typed);
      const cell = row.get('reach');
      if (cell === undefined) return { password: typed === '' ? null : row.line, orgs: undefined };
      const wished: number[] = [];
      for (const code of new Set(cell.split(/[^A-Za-z0-9_-]+/).filter(Boolean))) {
        const zone = zones.get(code);
        if (zone === undefined) report.fault(row, 'reach', 'transfer.noZone', { value: code });
        else wished.push(zone.id);
      }
      // Those of others, whom the caller does not see, stay.
      const kept = before(id).orgs.filter((one) => !inScope(caller.scope, one));
      return { password: typed === '' ? null : row.line, orgs: [...kept, ...wished] };
    },
    cells: (id: number | undefined, wished?: readonly number[]) => ({
      reach: codes(wished ?? before(id).orgs),
    }),
    async write(tx: Tx, id: number, { password, orgs }: CasterCells): Promise<void> {
      const password_hash = password === null ? undefined : run.hashes.get(password);
      await repository.save(tx, id, password_hash === undefined ? {} : { password_hash });
      if (orgs !== undefined) await repository.setOrgs(tx, id, orgs);
    },
    async committed(ids: readonly number[]): Promise<void> {
      await book.load();
      for (const id of ids) {
        const account = book.get(id);
        if (account !== undefined) deps.terminals.devices.setRelated(id, publicFields(account));
      }
    },
  };
}
