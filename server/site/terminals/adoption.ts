import type { BatchItemResult } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, messageText } from '../../../contract/api/errors.ts';
import { entityPermission } from '../../../contract/api/permissions.ts';
import { kindOf } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Language } from '../../../contract/language.ts';
import type { Hello } from '../../../contract/protocol/terminal.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import { hashToken, newToken } from '../../platform/auth/token.ts';
import type { Db, Tx } from '../../platform/db/client.ts';
import { may } from '../../platform/http/access.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { CasterAccounts } from '../casters/casterAccounts.ts';
import { checkReach } from '../casters/casterHooks.ts';
import { isCalled } from '../foreign/isCalled.ts';
import { targetZone } from '../zones/targetZone.ts';
import type { Zones } from '../zones/zones.ts';
import { codeInOtherCase } from './codeInOtherCase.ts';
import type { Devices } from './devicesApi.ts';
import type { AdoptedTerminal, Directory } from './directory.ts';
import { storedHello } from './enrolment.ts';
import { isExpected } from './gateway/greeting.ts';
import type { Gateway } from './gateway/terminals.types.ts';
import type { KindLicences } from './kindLicences.ts';
import * as repository from './terminal.repository.ts';

export interface AdoptionDeps {
  db: Db;
  audit: Audit;
  zones: Zones;
  gateway: Gateway;
  directory: Directory;
  devices: Devices;
  casters: CasterAccounts;
  licences: Pick<KindLicences, 'reserve'>;
}

/** Request to adopt one found terminal; without a name it keeps its own. */
export interface Adoption {
  foundId: number;
  name?: string | undefined;
  /** Null: the top zone. */
  org: number | null;
  ao_volume?: number | undefined;
  /** Id of the defective terminal that it replaces: id, name, zone, volume and tasks stay. */
  device?: number | undefined;
  /** An expected (imported) terminal gets its prepared settings instead of these. */
  asPrepared?: boolean;
}

/** Rows per statement. */
const CHUNK = 2_000;

interface Plan {
  adoption: Adoption;
  hello: Hello;
  values: Omit<repository.NewTerminal, 'secret_hash'>;
  secret: string;
  /** Id of the terminal that it replaces: same code, lost secret. */
  replaces: number | null;
  /** Gives back the reservation of a licence; none for the replacement of an adopted terminal. */
  release?: () => void;
}

export function createAdoption(deps: AdoptionDeps) {
  const { gateway, directory } = deps;
  const busy = new Set<number>();

  function plan(caller: Caller, requested: Adoption): Plan {
    let adoption = requested;
    const found = busy.has(adoption.foundId) ? undefined : gateway.foundHello(adoption.foundId);
    if (gateway.isRefusedByHttp(adoption.foundId))
      throw new AppError(errorCode.refused, 'terminal.comesByHttp');
    if (found === undefined) throw new AppError(errorCode.notFound, 'terminal.notWaiting');
    const { hello, address } = found;
    if (!may(caller, entityPermission('create', kindOf(hello))))
      throw new AppError(errorCode.forbidden, 'auth.noPermission');
    const like = directory.byCodeIgnoringCase(hello.code);
    // A code that differs in letter case matches an imported terminal, but conflicts with an adopted one.
    if (like !== undefined && !isExpected(like))
      throw new AppError(errorCode.conflict, ...codeInOtherCase(caller.scope, hello.code, like));
    const known = directory.byCode(hello.code) ?? like;
    if (known !== undefined && isCalled(known.row))
      throw new AppError(errorCode.refused, 'terminal.otherTransport');
    if (adoption.device !== undefined) {
      const old = replaceable(caller, hello, adoption.device);
      if (known !== undefined && known !== old)
        throw new AppError(errorCode.conflict, 'terminal.alreadyAdopted', { code: hello.code });
      const { name, org } = old.row;
      const values = { ...storedHello(hello), client_ip: address, name, org };
      return { adoption, hello, values, secret: newToken(), replaces: old.id };
    }
    const prepared =
      known !== undefined && isExpected(known) && inScope(caller.scope, known.org) ? known : undefined;
    if (prepared !== undefined && requested.asPrepared === true)
      adoption = { foundId: requested.foundId, org: null };
    const org = targetZone(deps.zones, caller.scope, adoption.org ?? prepared?.org ?? null);
    if (known !== undefined && !inScope(caller.scope, known.org))
      throw new AppError(errorCode.conflict, 'terminal.alreadyAdopted', { code: hello.code });
    if (known !== undefined && known.row.kind !== kindOf(hello))
      throw new AppError(errorCode.refused, 'terminal.otherRole');
    if (known !== undefined) checkReach(caller, deps.casters, known.id);
    const values = {
      ...storedHello(hello),
      ...(prepared === undefined ? {} : { name: prepared.row.name }),
      org,
      client_ip: address,
      ...(adoption.name === undefined ? {} : { name: adoption.name }),
      ...(adoption.ao_volume === undefined ? {} : { ao_volume: adoption.ao_volume }),
    };
    return { adoption, hello, values, secret: newToken(), replaces: known?.id ?? null };
  }

  /**
   * Finds the terminal to replace.
   * @throws AppError 404, or 999 when it is of another kind or still online
   */
  function replaceable(caller: Caller, hello: Hello, id: number): AdoptedTerminal {
    const old = directory.byId(id);
    if (old === undefined || !inScope(caller.scope, old.org))
      throw new AppError(errorCode.notFound, 'terminal.notFound');
    if (isCalled(old.row)) throw new AppError(errorCode.refused, 'terminal.otherTransport');
    if (old.row.kind !== kindOf(hello)) throw new AppError(errorCode.refused, 'terminal.otherRole');
    checkReach(caller, deps.casters, id);
    if (gateway.link(id) !== undefined) throw new AppError(errorCode.refused, 'terminal.onlineRefresh');
    return old;
  }

  async function store(tx: Tx, caller: Caller, ip: string, plans: readonly Plan[]) {
    const rows: repository.TerminalRow[] = [];
    const fresh = plans.filter((one) => one.replaces === null);
    for (let i = 0; i < fresh.length; i += CHUNK) {
      const chunk = fresh.slice(i, i + CHUNK);
      rows.push(...(await repository.insertMany(tx, chunk.map(withHash))));
    }
    for (const one of plans) {
      if (one.replaces === null) continue;
      const [row] = await repository.updateMany(tx, [one.replaces], withHash(one));
      if (row !== undefined) rows.push(row);
    }
    const replaced = new Set(plans.map((one) => one.replaces));
    await deps.audit.record(
      tx,
      caller,
      rows.map((row) => ({
        action: replaced.has(row.id) ? 'replace' : 'adopt',
        entity: row.kind,
        entity_id: row.id,
        ip,
        after: { code: row.code, name: row.name, org: row.org },
      })),
    );
    return rows;
  }

  /** Stores all plans in one transaction and notifies each terminal; returns the rows by found id. */
  async function carryOut(caller: Caller, ip: string, plans: readonly Plan[]) {
    const made = new Map<number, repository.TerminalRow>();
    try {
      const rows = await deps.db.transaction((tx) => store(tx, caller, ip, plans));
      const byCode = new Map(rows.map((row) => [row.code, row]));
      for (const { adoption, hello, secret } of plans) {
        const row = byCode.get(hello.code);
        if (row === undefined) continue;
        const terminal = directory.put(row);
        deps.devices.changed(terminal);
        // If it has disconnected, it comes back without its secret and is found again, as a replacement of
        // itself.
        gateway.adopted(adoption.foundId, terminal, secret);
        made.set(adoption.foundId, row);
      }
      return made;
    } finally {
      for (const { adoption, release } of plans) {
        busy.delete(adoption.foundId);
        release?.();
      }
    }
  }

  function reserve(caller: Caller, adoption: Adoption): Plan {
    const made = plan(caller, adoption);
    const old = made.replaces === null ? undefined : directory.byId(made.replaces);
    if (old === undefined || isExpected(old)) made.release = deps.licences.reserve(kindOf(made.hello));
    busy.add(adoption.foundId);
    return made;
  }

  return {
    /**
     * Adopts one terminal.
     * @throws AppError 404 no longer waiting or no such zone, 403, 409 adopted already outside the caller's
     * zones, 999 no licence left
     */
    async adopt(caller: Caller, ip: string, adoption: Adoption): Promise<repository.TerminalRow> {
      const made = await carryOut(caller, ip, [reserve(caller, adoption)]);
      const row = made.get(adoption.foundId);
      if (row === undefined) throw new AppError(errorCode.notFound, 'terminal.notWaiting');
      return row;
    },
    async adoptMany(caller: Caller, ip: string, adoptions: readonly Adoption[], lang: Language) {
      const plans: Plan[] = [];
      const failed = new Map<number, AppError>();
      for (const one of adoptions) {
        try {
          plans.push(reserve(caller, { ...one, asPrepared: true }));
        } catch (error) {
          if (!(error instanceof AppError)) throw error;
          failed.set(one.foundId, error);
        }
      }
      const made = await carryOut(caller, ip, plans);
      const results = adoptions.map(({ foundId }): BatchItemResult => {
        const error = failed.get(foundId) ?? new AppError(errorCode.notFound, 'terminal.notWaiting');
        return made.has(foundId)
          ? { id: foundId, ok: true, code: 200, message: messageText('common.success', lang) }
          : {
              id: foundId,
              ok: false,
              code: error.code,
              message: messageText(error.key, lang, error.params),
            };
      });
      return { results };
    },
    /** Disconnects a found terminal. @throws AppError 404 */
    refuse(foundId: number): void {
      if (!gateway.refuse(foundId)) throw new AppError(errorCode.notFound, 'terminal.notWaiting');
    },
  };
}
export type AdoptionService = ReturnType<typeof createAdoption>;

function withHash({ values, secret }: Plan): repository.NewTerminal {
  return { ...values, secret_hash: hashToken(secret) };
}
