import {
  type SystemConfig,
  type SystemConfigPatch,
  systemConfig,
  systemConfigDefaults,
  systemConfigPatch,
} from '../../../contract/entities/site/systemConfig.ts';
import type { Actor, Audit } from '../audit/audit.ts';
import type { Db, Tx } from '../db/client.ts';
import * as settings from './setting.repository.ts';

const KEY = 'system_config';

/** System configuration: cached in memory, stored in the database. */
export interface Config {
  /** Current values; read them each time, as they may change. */
  get(): SystemConfig;
  /**
   * Stores changed values, with an entry in the audit log; returns the whole configuration. `also` changes what else
   * depends on them, in the same transaction.
   */
  patch(
    actor: Actor,
    ip: string,
    values: SystemConfigPatch,
    also?: (tx: Tx) => Promise<void>,
  ): Promise<SystemConfig>;
  /** Reads the stored values again. */
  load(): Promise<void>;
  /** Called after every change. */
  onChange(listener: () => void): void;
}

/** @param strong default of the password rule, from the brand. Call after the migration. */
export async function createConfig(deps: { db: Db; audit: Audit }, strong: boolean): Promise<Config> {
  const { db, audit } = deps;
  const defaults = systemConfigDefaults(strong);
  /** Stored values may come from another version: invalid ones count as not set. */
  const read = (stored: unknown): SystemConfigPatch => {
    const values = Object.entries((stored ?? {}) as object).filter(
      ([name, value]) =>
        name in systemConfig.shape &&
        systemConfigPatch.shape[name as keyof SystemConfigPatch].safeParse(value).success,
    );
    return Object.fromEntries(values) as SystemConfigPatch;
  };
  let set = read(await settings.get(db, KEY));
  const listeners: (() => void)[] = [];
  const current = () => ({ ...defaults, ...set }) as SystemConfig;

  return {
    get: current,
    async patch(actor, ip, values, also) {
      await db.transaction(async (tx) => {
        await settings.lock(tx, KEY);
        const before = read(await settings.get(tx, KEY));
        const changed = Object.keys(values).filter(
          (name) =>
            values[name as keyof SystemConfigPatch] !==
            { ...defaults, ...before }[name as keyof SystemConfigPatch],
        );
        const part = (of: SystemConfigPatch) =>
          Object.fromEntries(changed.map((name) => [name, of[name as keyof SystemConfigPatch]]));
        const after = { ...before, ...values };
        await settings.put(tx, KEY, after);
        if (changed.length > 0)
          await audit.record(tx, actor, {
            ...{ action: 'edit', entity: 'sys_config', entity_id: null, ip },
            before: part({ ...defaults, ...before }),
            after: part(after),
          });
        await also?.(tx);
        set = after;
      });
      for (const listener of listeners) listener();
      return current();
    },
    async load() {
      set = read(await settings.get(db, KEY));
      for (const listener of listeners) listener();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}
