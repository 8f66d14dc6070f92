import { Registry } from 'prom-client';
import { loadBrand } from '../../../brands/load.ts';
import type { BrandProfile } from '../../../brands/schema.ts';
import { type AlarmUseSource, createAlarmUse } from '../../air/emergency/plans/alarmUse.ts';
import { type Audit, createAudit } from '../../platform/audit/audit.ts';
import { createHashing, type Hashing } from '../../platform/auth/passwords/hashing.ts';
import { continueClock } from '../../platform/clock/clockFile.ts';
import { createMediaClock, type MediaClock } from '../../platform/clock/mediaClock.ts';
import { type Config, createConfig } from '../../platform/config/config.ts';
import { createSite, type Site } from '../../platform/config/site.ts';
import { siteImageRoutes } from '../../platform/config/siteImage.routes.ts';
import { createTransferables, type Transferables } from '../../platform/crud/transferables.ts';
import { openSecretBox, type SecretBox } from '../../platform/dataFolder/secretBox.ts';
import { createHeldRows, type HeldRows } from '../../platform/db/standIn/heldRows.ts';
import type { HttpsOnly } from '../../platform/httpsOnly/httpsOnly.ts';
import type { PlainSockets } from '../../platform/httpsOnly/plainSockets.ts';
import { createLiveHub, type LiveHub } from '../../platform/live/hub.ts';
import { createFinders, type Finders } from '../../platform/search/finders.ts';
import { createFileGroupCheck, type FileGroupCheck } from '../../site/uses/fileGroups.ts';
import { createUseRegistry, type UseRegistry } from '../../site/uses/registry.ts';
import { createTargetingTaskRegistry, type TargetingTaskRegistry } from '../../site/uses/targetingTasks.ts';
import { createZones, type ZoneNode, type Zones } from '../../site/zones/zones.ts';
import { createDeferredQuery, type DeferredQuery } from './deferredQuery.ts';
import { modulesAmong } from './module.ts';
import type { Outside } from './outside.ts';

/** Ports that the server listens at. */
interface Ports {
  http: number | null;
  https: number | null;
  /** True while HTTPS serves the certificate of TLS_CERT. */
  ownCertificate: boolean;
  /** SHA-256 of the key of the certificate, hexadecimal; null: no HTTPS. */
  keySha256: string | null;
}

/** Parts that know no loudspeaker, apart from what is stored and who is logged in. */
export interface Platform {
  /** Absolute path. */
  dataDir: string;
  /** Wall time, ms since 1970. */
  now: () => number;
  /** True when the server was started from the snapshot, without its database. */
  isAway: boolean;
  /** Time of the snapshot that the server runs from, epoch ms; null: it runs with its database. */
  snapshotAt: () => number | null;
  /** Open ports; null until the server listens, or when switched off. Answered by the listener (site.ts). */
  ports: DeferredQuery<[], Ports>;
  /** Addresses `http(s)://HOST:PORT` of the other servers of the system, at which terminals are served too. */
  partnerAddresses: DeferredQuery<[], readonly string[]>;
  brand: BrandProfile;
  clock: MediaClock;
  live: LiveHub;
  zones: Zones;
  audit: Audit;
  metrics: Registry;
  hashing: Hashing;
  /** The system configuration. */
  config: Config;
  /** Setting by which the site is reached by HTTPS only. */
  httpsOnly: HttpsOnly;
  plainSockets: PlainSockets;
  /** Rule for new passwords. */
  strongPasswords: () => ReturnType<Config['get']>['password_strength'];
  /** Checks that running alarms do not use something that is to be changed. */
  alarmUse: AlarmUseSource;
  /** Tells if an alarm or a drill runs; answered by the alarms. */
  isAlarmRunning: DeferredQuery<[], boolean>;
  /** Encrypts the secrets of other machines. */
  secretBox: SecretBox;
  /** Rows held in memory, with their readers. */
  heldRows: HeldRows;
  /** Registry of the objects that are found by name. */
  finders: Finders;
  /** Users of each object, so that objects in use are not deleted. */
  uses: UseRegistry;
  /** Groups of music files that terminals refer to. */
  fileGroups: FileGroupCheck;
  /** Stored tasks that target terminals. */
  targetingTasks: TargetingTaskRegistry;
  /** Entities that are imported and exported through their own services. */
  transferables: Transferables;
  /** Site data shown on every page. */
  site: Site;
}

/** Needs of most modules that store entities and show them live. */
export const entityNeeds = ['db', 'log', 'live', 'zones', 'audit'] as const;

const module = modulesAmong<Outside & Platform>();

export const base = module({
  needs: ['env', 'log', 'standIn', 'wallNow'],
  open: ({ env, log, standIn = null, wallNow }) => ({
    dataDir: env.DATA_DIR,
    now: wallNow ?? Date.now,
    isAway: standIn !== null,
    snapshotAt: () => (standIn === null || standIn.isJoined() ? null : standIn.at),
    ports: createDeferredQuery(
      (): Ports => ({ http: null, https: null, ownCertificate: false, keySha256: null }),
    ),
    partnerAddresses: createDeferredQuery((): readonly string[] => []),
    brand: loadBrand(env.BRAND),
    clock: createMediaClock(
      wallNow,
      continueClock(env.DATA_DIR, {
        unwritten: (err) => log.warn({ err }, 'a restart cannot continue the media clock'),
      }),
    ),
    secretBox: openSecretBox(env.DATA_DIR, (err) => log.error({ err }, 'secrets have to be entered again')),
    audit: createAudit(),
    metrics: new Registry(),
    alarmUse: createAlarmUse(),
    isAlarmRunning: createDeferredQuery(() => false),
    uses: createUseRegistry(),
    targetingTasks: createTargetingTaskRegistry(),
    fileGroups: createFileGroupCheck(),
    transferables: createTransferables(),
    heldRows: createHeldRows(),
  }),
});

export const live = module({
  needs: ['log'],
  open(needs, onStop) {
    const live = createLiveHub(needs);
    onStop('live', live.close);
    return { live, finders: createFinders(live) };
  },
});

const findable = ({ id, name, code }: ZoneNode) => ({ id, name, code, org: id });

export const zones = module({
  needs: ['db', 'heldRows', 'finders'],
  async open({ db, heldRows, finders }) {
    const zones = createZones(db);
    await zones.load();
    heldRows.add(['partition'], () => zones.load());
    finders.rows('partition', () => zones.all().map(findable));
    return { zones };
  },
});

export const hashing = module({
  needs: ['hashCost'],
  open({ hashCost }, onStop) {
    const hashing = createHashing(hashCost);
    onStop('hashing', hashing.close);
    return { hashing };
  },
});

export const config = module({
  needs: ['db', 'audit', 'brand', 'heldRows'],
  async open({ brand, heldRows, ...needs }) {
    const config = await createConfig(needs, brand.passwordStrength);
    heldRows.add(['setting'], config.load);
    return { config, strongPasswords: () => config.get().password_strength };
  },
});

export const site = module({
  needs: ['db', 'audit', 'config', 'env', 'live', 'log', 'snapshotAt', 'isAway', 'heldRows'],
  async open({ heldRows, ...needs }) {
    const site = await createSite(needs);
    heldRows.add(['setting'], site.images.load);
    return { site };
  },
  routes: siteImageRoutes,
});
