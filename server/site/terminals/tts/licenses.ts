import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { RequestNames } from '../../../../contract/api/requestNames.ts';
import { defaultLicenses, type TtsLicensePool } from '../../../../contract/entities/terminals/xtts.ts';
import { ttsAuthorizationOf, ttsAuthorizationResult } from '../../../../contract/workflow.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import * as settings from '../../../platform/config/setting.repository.ts';
import type { Db } from '../../../platform/db/client.ts';
import { RevokedKeys } from '../../../platform/http/revokedKeys.ts';
import type { Topic } from '../../../platform/live/hub.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { Devices } from '../devicesApi.ts';
import type { Directory } from '../directory.ts';
import * as repository from './license.repository.ts';
import { SPEAK_FEATURE } from './speakers.ts';

/** Requested licences of a terminal. */
interface Wanted extends RequestNames {
  id: number;
  /** 0: revoke. */
  licenses: number;
}

const TOTAL_KEY = 'tts_license_total';

/**
 * Authorization of TTS terminals: the site has a number of licences, of which each terminal is granted some;
 * a terminal synthesises as many texts at a time as it has licences, and none without one.
 */
export async function createLicenses(deps: {
  db: Db;
  audit: Audit;
  directory: Directory;
  devices: Devices;
  topic: Topic<TtsLicensePool>;
}) {
  const { db, audit, directory, devices, topic } = deps;
  const held = new Map<number, number>();
  const revoked = new RevokedKeys();
  let total = defaultLicenses;

  const readTotal = async (tx: Parameters<typeof settings.get>[0]) => {
    const stored = await settings.get(tx, TOTAL_KEY);
    return typeof stored === 'number' ? stored : defaultLicenses;
  };
  const pool = () => ({ total, granted: [...held.values()].reduce((sum, n) => sum + n, 0) });
  const publish = () => topic.upsert({ id: 1, org: null, ...pool() });
  function hold(id: number, licenses: number): void {
    if (licenses === 0) held.delete(id);
    else held.set(id, licenses);
    devices.setRelated(id, { licenses });
    publish();
  }

  async function load(): Promise<void> {
    total = await readTotal(db);
    const rows = new Map((await repository.all(db)).map((row) => [row.terminal_id, row.licenses]));
    for (const id of [...held.keys()]) if (!rows.has(id)) hold(id, 0);
    for (const [id, licenses] of rows) hold(id, licenses);
    publish();
  }
  await load();
  devices.subscribe({
    moved(id, _before, after) {
      if (after !== null || !held.delete(id)) return;
      publish();
    },
  });

  /**
   * Serialises changes: a revocation that arrives while a grant is being stored takes back that grant.
   * Otherwise it would be refused, as there is nothing to revoke yet, and the grant would stand.
   */
  let turn: Promise<unknown> = Promise.resolve();
  function inTurn(work: () => Promise<void>): Promise<void> {
    const done = turn.then(work);
    turn = done.catch(() => {});
    return done;
  }

  return {
    load,
    of: (id: number) => held.get(id) ?? 0,
    pool,
    /**
     * Sets the licences of a terminal. A revocation also applies to the grants that it names, which may
     * arrive after it: these are refused then.
     * @throws AppError 404, 409 for a grant that was taken back, 999 when it cannot synthesise, not enough
     * licences are left, or there is none to revoke
     */
    set(caller: Caller, ip: string, { id, licenses, ...names }: Wanted): Promise<void> {
      revoked.remember(caller, names);
      return inTurn(async () => {
        const terminal = directory.byId(id);
        if (terminal?.kind !== 'xtts' || !inScope(caller.scope, terminal.org))
          throw new AppError(errorCode.notFound, 'terminal.notFound');
        const { name, code } = terminal.row;
        const action = licenses > 0 ? 'grant' : 'revoke';
        if (revoked.has(caller, names))
          throw new AppError(errorCode.conflict, 'terminal.grantTakenBack', { name, code });
        const isAllowed = ttsAuthorizationResult(ttsAuthorizationOf(held.get(id) ?? 0), action) !== null;
        if (!isAllowed && names.instead_of.length > 0) return;
        if (!isAllowed) throw new AppError(errorCode.refused, 'terminal.notAuthorized', { name, code });
        if (licenses > 0 && !terminal.seen.features.includes(SPEAK_FEATURE))
          throw new AppError(errorCode.refused, 'terminal.notSupported', { name, code });
        await db.transaction(async (tx) => {
          await repository.lock(tx);
          const left = (await readTotal(tx)) - (await repository.grantedToOthers(tx, id));
          if (licenses > left)
            throw new AppError(errorCode.refused, 'terminal.noLicense', { left: Math.max(0, left) });
          await repository.put(tx, id, licenses);
          await audit.record(tx, caller, {
            action,
            entity: 'xtts',
            entity_id: id,
            ip,
            before: { licenses: held.get(id) ?? 0 },
            after: { licenses },
          });
        });
        hold(id, licenses);
      });
    },
    /** @throws AppError 999 when more are granted already */
    async setTotal(caller: Caller, ip: string, wanted: number): Promise<void> {
      await db.transaction(async (tx) => {
        await repository.lock(tx);
        const granted = await repository.grantedToOthers(tx, 0);
        if (granted > wanted) throw new AppError(errorCode.refused, 'terminal.licensesGranted', { granted });
        await settings.put(tx, TOTAL_KEY, wanted);
        const entry = { action: 'edit', entity: 'sys_config', entity_id: null, ip };
        await audit.record(tx, caller, {
          ...entry,
          before: { tts_license_total: total },
          after: { tts_license_total: wanted },
        });
      });
      total = wanted;
      publish();
    },
  };
}
export type Licenses = Awaited<ReturnType<typeof createLicenses>>;
