import type { FastifyInstance } from 'fastify';
import type { UpgradeTopicRow } from '../../contract/entities/upgrade.ts';
import type { Callers } from '../auth/callers.ts';
import type { Db } from '../db/client.ts';
import type { Env } from '../env.ts';
import type { LiveHub } from '../live/hub.ts';
import type { Audit } from '../system/audit.ts';
import type { Config } from '../system/config.ts';
import type { Terminals } from '../terminals/terminals.ts';
import { type AlarmedDeps, createAlarmed } from './alarmed.ts';
import { Book } from './book.ts';
import { upgradeFileRoutes } from './file.routes.ts';
import { createUpgradeFiles } from './files.ts';
import { upgradePaths } from './paths.ts';
import { createUpgradeService } from './service.ts';
import * as repository from './upgrade.repository.ts';
import { upgradeRoutes } from './upgrade.routes.ts';

export interface UpgradesDeps extends Omit<AlarmedDeps, 'directory'> {
  db: Db;
  env: Env;
  log: { error(details: object, message: string): void };
  live: LiveHub;
  audit: Audit;
  callers: Callers;
  config: Config;
  terminals: Pick<Terminals, 'directory' | 'gateway'>;
}

export interface Upgrades {
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/** Upgrades of terminals (docs/decisions/0070): packages, batches, and what terminals say of them. */
export async function createUpgrades(deps: UpgradesDeps): Promise<Upgrades> {
  const { db, env, config, log } = deps;
  const { directory, gateway } = deps.terminals;
  const paths = upgradePaths(env.DATA_DIR);
  const maxMb = env.UPLOAD_MAX_MB;
  const now = () => performance.now();
  const book = new Book(db, deps.live.topic<UpgradeTopicRow>('upgrade'), now);
  for (const row of await repository.open(db))
    book.add(row, await repository.terminalsOf(db, { all: true }, [row.id]));
  const isInUse = (file: number) =>
    [...book.batches.values()].some(({ row }) => row.upgrade_file === file && book.isOpen(row.state));
  const files = await createUpgradeFiles({ ...deps, paths, maxMb, isInUse });
  const service = createUpgradeService({
    ...{ ...deps, book, directory, files: files.all },
    isTrusted: (key) => config.get().upgrade_keys.some((one) => one.key === key),
    isOnline: (terminal) => gateway.link(terminal) !== undefined,
    isInAlarm: createAlarmed({ ...deps, directory }),
    isUpgrading: (terminal) => book.ofTerminal.has(terminal),
    nudge: () => {},
  });

  return {
    routes(app) {
      upgradeFileRoutes(app, { ...deps, files, paths, maxMb });
      upgradeRoutes(app, service);
    },
    async close() {
      await book
        .exclusive(() => book.flush())
        .catch((err: unknown) => {
          log.error({ err }, 'the state of upgrades could not be stored');
        });
      await files.close();
    },
  };
}
