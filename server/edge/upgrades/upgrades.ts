import type { FastifyInstance } from 'fastify';
import type { UpgradeTopicRow } from '../../../contract/entities/terminals/upgrade.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Callers } from '../../platform/auth/callers.ts';
import type { Config } from '../../platform/config/config.ts';
import { upgradePaths } from '../../platform/dataFolder/upgradePaths.ts';
import type { Db } from '../../platform/db/client.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { Env } from '../../platform/process/env.ts';
import type { Terminals } from '../../site/terminals/terminals.ts';
import { type AlarmedDeps, createAlarmed } from './alarmed.ts';
import { upgradeFileRoutes } from './file.routes.ts';
import { createTrustedKeys } from './keys.ts';
import * as repository from './upgrade.repository.ts';
import { upgradeRoutes } from './upgrade.routes.ts';
import { createUpgradeService } from './upgrade.service.ts';
import { UpgradeBatches } from './upgradeBatches.ts';
import { createUpgradeTickets, downloadRoute } from './upgradeDownloads.ts';
import { createUpgradeFiles } from './upgradeFiles.ts';
import { defaultUpgradeLimits, type UpgradeLimits } from './upgradeLimits.ts';
import { createUpgradeRunner } from './upgradeRunner.ts';

const SWEEP_MS = 3_600_000;
const AT_ONCE = 100;
const DAY_S = 86_400;

export interface UpgradesDeps extends Omit<AlarmedDeps, 'directory'> {
  db: Db;
  env: Env;
  log: { error(details: object, message: string): void };
  live: LiveHub;
  audit: Audit;
  callers: Callers;
  config: Config;
  /** Time that decides about expiry, epoch ms. */
  retentionNow: () => number;
  /** True when the rows come from a snapshot, which has none of packages. */
  isAway: boolean;
  terminals: Pick<Terminals, 'directory' | 'gateway'>;
  /** Shorter times, for tests. */
  upgradeLimits?: Partial<UpgradeLimits>;
}

export interface Upgrades {
  /** Reads packages and open batches, when the database was away at the start. */
  load(): Promise<void>;
  /** Deletes batches after the retention time of the site. */
  sweep(): Promise<void>;
  routes(app: FastifyInstance): void;
  close(): Promise<void>;
}

/**
 * Creates upgrades of terminals (docs/decisions/0070-upgrades.md): packages, batches, and messages of
 * terminals.
 */
export async function createUpgrades(deps: UpgradesDeps): Promise<Upgrades> {
  const { db, env, config, log } = deps;
  const { directory, gateway } = deps.terminals;
  const paths = upgradePaths(env.DATA_DIR);
  const maxMb = env.UPLOAD_MAX_MB;
  const now = () => performance.now();
  const batches = new UpgradeBatches(db, deps.live.topic<UpgradeTopicRow>('upgrade'), now);
  async function loadBatches(): Promise<void> {
    for (const row of await repository.open(db))
      batches.add(row, await repository.terminalsOf(db, { all: true }, [row.id]));
  }
  await loadBatches();
  const isInUse = (file: number) =>
    [...batches.batches.values()].some(({ row }) => row.upgrade_file === file && batches.isOpen(row.state));
  const files = await createUpgradeFiles({ ...deps, paths, maxMb, isInUse });
  const keys = createTrustedKeys(deps);
  const limits = { ...defaultUpgradeLimits, ...deps.upgradeLimits };
  const tickets = createUpgradeTickets();
  const common = {
    ...{ ...deps, batches, directory, gateway, limits, now, files: files.all },
    isTrusted: keys.trusts,
    isInAlarm: createAlarmed({ ...deps, directory }),
  };
  const runner = createUpgradeRunner({
    ...common,
    pathFor: ({ row }, file) => tickets.issue(row.id, paths.file(file.id)),
    ended: ({ row }) => tickets.forget(row.id),
  });

  /** Runs exclusively with changes that a person makes; calls during a run are dropped. */
  let isLooking = false;
  function look(): void {
    if (isLooking) return;
    isLooking = true;
    batches
      .exclusive(async () => {
        runner.look();
        await batches.flush();
      })
      .catch((err: unknown) =>
        log.error({ err }, 'the state of upgrades could not be stored; it is tried again'),
      )
      .finally(() => {
        isLooking = false;
      });
  }
  const looks = setInterval(look, limits.lookMs).unref();
  const unsubscribe = gateway.subscribe({
    online({ terminalId }) {
      keys.send(terminalId);
      runner.online(terminalId);
    },
    upgrade: runner.reported,
    removed: runner.removed,
  });
  const service = createUpgradeService({
    ...common,
    isOnline: (terminal) => gateway.link(terminal) !== undefined,
    isUpgrading: (terminal) => batches.ofTerminal.has(terminal),
    checkNow: look,
  });

  async function sweep(): Promise<void> {
    const before = Math.floor(deps.retentionNow() / 1000) - config.get().upgrade_log_retention_days * DAY_S;
    while ((await repository.removeOld(db, before, AT_ONCE)) === AT_ONCE);
  }
  const sweeps = setInterval(() => {
    sweep().catch((err: unknown) => log.error({ err }, 'old upgrades could not be removed'));
  }, SWEEP_MS).unref();

  return {
    routes(app) {
      upgradeFileRoutes(app, { ...deps, files, paths, maxMb });
      upgradeRoutes(app, service);
      downloadRoute(app, tickets, limits);
    },
    async load() {
      await files.load();
      await loadBatches();
    },
    sweep,
    async close() {
      clearInterval(looks);
      clearInterval(sweeps);
      unsubscribe();
      await batches
        .exclusive(() => batches.flush())
        .catch((err: unknown) => {
          log.error({ err }, 'the state of upgrades could not be stored');
        });
      await files.close();
    },
  };
}
