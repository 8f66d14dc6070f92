import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import { loadBrand } from '../brands/load.ts';
import type { BrandProfile } from '../brands/schema.ts';
import type { GroupMember } from '../contract/entities/group.ts';
import { createAttempts } from './auth/attempts.ts';
import type { AuthDeps } from './auth/auth.service.ts';
import { createFindAccount, type FindAccount } from './auth/away/findAccount.ts';
import { createHeldLogins, type HeldLogins } from './auth/away/heldLogins.ts';
import { type Callers, createCallers } from './auth/callers.ts';
import { createEndedLogins, type EndedLogins } from './auth/endedLogins.ts';
import { createHashing, type Hashing } from './auth/hashing.ts';
import type { Idle } from './auth/idle.ts';
import { createKnownAddresses, type KnownAddresses } from './auth/knownAddresses.ts';
import { createProofs, type Proofs } from './auth/proofs.ts';
import { watchRights } from './auth/rightsWatch.ts';
import { watchIdle } from './auth/watchIdle.ts';
import { type Backups, createBackups } from './backup/auto/backups.ts';
import { createRunner } from './backup/auto/run.ts';
import { type Broadcasting, createBroadcasting } from './broadcast/broadcasting.ts';
import { createHeldSounds } from './broadcast/heldSounds.ts';
import { programmesOf } from './broadcast/programmes.ts';
import { type Calls, createCalls } from './calls/calls.ts';
import { type CapturerTasks, createCapturerTasks } from './capturerTasks/capturerTasks.ts';
import { createVirtualCasters, type VirtualCasters } from './casters/virtualCasters.ts';
import type { Db } from './db/client.ts';
import { databaseMetrics, retriedWrites } from './db/metrics.ts';
import { keepSnapshot } from './db/standIn/keep.ts';
import type { SnapshotKeeper } from './db/standIn/keeper.ts';
import type { Joining, StandIn } from './db/standIn/standIn.ts';
import { createEmergency, type Emergency } from './emergency/emergency.ts';
import { createAlarmUse } from './emergency/plans/alarmUse.ts';
import type { Env } from './env.ts';
import { createFaultWatch, type FaultWatch } from './faults/faultWatch.ts';
import { watchSources } from './faults/sourceWatch.ts';
import type { FaultTimes } from './faults/terminalFaults.ts';
import { createGpioTasks, type GpioTasks } from './gpio/gpioTasks.ts';
import type { Groups } from './groups/groups.ts';
import { createAllGroups } from './groups/kinds.ts';
import { createKeys, type Keys } from './idempotency/keys.ts';
import { createIntegrations, gateOf, type Integrations } from './integrations/integrations.ts';
import { createIo, type Io } from './io/io.ts';
import { createJoining } from './joining.ts';
import { openIdFile } from './journal/idFile.ts';
import { createIds, type Ids } from './journal/ids.ts';
import { createJournal } from './journal/journal.ts';
import { recoverJournal } from './journal/recover.ts';
import { type AlarmKeeping, createAlarmKeeping } from './keeping/alarmKeeping.ts';
import { createHashes } from './keeping/hashes.ts';
import { createKeeper, type Keeper } from './keeping/keeper.ts';
import { createPlayed } from './keeping/played.ts';
import { createLiveHub, type LiveHub } from './live/hub.ts';
import { createMedia, type Media } from './media/media.ts';
import { mediaMetrics } from './media/metrics.ts';
import { createQuickCodes, type QuickCodes } from './quickCodes/quickCodes.ts';
import { createBroadcastStreams } from './radio/broadcastStreams.ts';
import { createAddressPolicy } from './radio/policy.ts';
import { createRadios, type Radios } from './radio/radio.service.ts';
import type { StationTimes } from './radio/station.ts';
import { createRecordings, type Recordings } from './recordings/recordings.ts';
import { createSchedule, type Schedule } from './schedule/schedule.ts';
import { createSignals, type Signals } from './signal/signals.ts';
import { type Audit, createAudit } from './system/audit.ts';
import { type Config, createConfig } from './system/config.ts';
import { watchDisk } from './system/diskWatch.ts';
import { createMediaClock, type MediaClock } from './system/mediaClock.ts';
import { systemMetrics } from './system/metrics.ts';
import { createOnlineLog, type OnlineLog } from './system/onlineLog.ts';
import { createRetention } from './system/retention.ts';
import { createRetentionClock } from './system/retentionClock.ts';
import { createSite, type Site } from './system/site.ts';
import { createCaptures } from './talk/captures.ts';
import { createTalking, type Talking } from './talk/talk.ts';
import { keepTaskLog } from './taskLog/retention.ts';
import type { GatewayLimits } from './terminals/limits.ts';
import { createTerminals, type Terminals } from './terminals/terminals.ts';
import type { UpgradeLimits } from './upgrades/limits.ts';
import { createUpgrades, type Upgrades } from './upgrades/upgrades.ts';
import type { AlarmUse } from './uses/alarmUse.ts';
import { createUseRegistry, type UseRegistry } from './uses/registry.ts';
import { createZones, type Zones } from './zones/zones.ts';

/** Inputs of the modules: settings, log, database. */
export interface Outside {
  env: Env;
  log: FastifyBaseLogger;
  db: Db;
  /** Stand-in for a database that was away at the start. */
  standIn?: StandIn | null;
  /** Identity of the installation; with it a snapshot is kept for a start without the database. */
  identity?: string;
  /** Tells if this process holds the engine lock; absent: no other server is possible. */
  holdsLock?: () => boolean;
  /** Shorter times of the terminals' gateway, for tests. */
  terminalLimits?: Partial<GatewayLimits>;
  /** Wall time by which schedules run, ms since 1970; for tests that set clocks. */
  wallNow?: () => number;
  /** Clock for idle times of sessions, monotonic ms; for tests. */
  idleNow?: () => number;
  /** Shorter times until something is a fault, for tests. */
  faultTimes?: Partial<FaultTimes>;
  /** Shorter times of the connections to streams, for tests. */
  streamTimes?: Partial<StationTimes>;
  /** Shorter times of upgrades, for tests. */
  upgradeLimits?: Partial<UpgradeLimits>;
  /** Another speech synthesis program, for tests. */
  speechProgram?: string;
  /** As in server/media/media.ts. */
  aheadOfSpeech?: boolean;
}

/** Modules that the routes use. Each takes the part it needs; nothing is global. */
export interface Deps extends Outside {
  /** Checks that running alarms do not use something that is to be changed. */
  alarmUse: AlarmUse;
  /** Who uses what, so that nothing in use is deleted. */
  uses: UseRegistry;
  /** Ids of broadcasts and alarms that start before they are stored. */
  ids: Ids;
  /** Idempotency keys of requests. */
  keys: Keys;
  brand: BrandProfile;
  clock: MediaClock;
  live: LiveHub;
  zones: Zones;
  audit: Audit;
  /** The system configuration. */
  config: Config;
  /** Current time for the age of logs and recordings, ms since 1970. */
  retentionNow: () => number;
  /** Site data shown on every page. */
  site: Site;
  callers: Callers;
  attempts: AuthDeps['attempts'];
  /** Ends idle sessions. */
  idle: Idle;
  endedLogins: EndedLogins;
  /** Hashing of passwords. */
  hashing: Hashing;
  known: KnownAddresses;
  proofs: Proofs;
  findAccount: FindAccount;
  /** Logins that the database has not stored yet. */
  held: HeldLogins;
  metrics: Registry;
  terminals: Terminals;
  virtualCasters: VirtualCasters;
  /** Groups of each kind. */
  groups: Record<GroupMember, Groups>;
  faultWatch: FaultWatch;
  /** Inputs and outputs. */
  io: Io;
  gpioTasks: GpioTasks;
  onlineLog: OnlineLog;
  media: Media;
  radios: Radios;
  recordings: Recordings;
  broadcasting: Broadcasting;
  talking: Talking;
  quickCodes: QuickCodes;
  calls: Calls;
  schedule: Schedule;
  /** Alarm messages that terminals store; `keeper`: everything that they store. */
  alarmKeeping: AlarmKeeping;
  keeper: Keeper;
  capturerTasks: CapturerTasks;
  emergency: Emergency;
  integrations: Integrations;
  /** 4G signal of terminals. */
  signals: Signals;
  upgrades: Upgrades;
  /** Keeps the snapshot for a start without the database; null: none is kept. */
  snapshot: SnapshotKeeper | null;
  /** Backups by schedule. */
  backups: Backups;
  /** Open ports; null until the server listens, or when switched off. */
  ports: { http: number | null; https: number | null };
  /** Time of the snapshot that the server runs from, epoch ms; null: it runs with its database. */
  snapshotAt(): number | null;
  /** Steps for joining the database that was away at the start. */
  joining: Joining;
  /** Ends timers and connections of the modules, in reverse order. */
  close(): Promise<void>;
}

/** Creates the modules over a migrated database and loads their data into memory. */
export async function createDeps(outside: Outside): Promise<Deps> {
  const { db, log } = outside;
  const { standIn = null } = outside;
  const isAway = standIn !== null;
  const snapshotAt = () => (standIn === null || standIn.isJoined() ? null : standIn.at);
  const brand = loadBrand(outside.env.BRAND);
  const clock = createMediaClock(outside.wallNow);
  const live = createLiveHub({ log });
  const zones = createZones(db);
  await zones.load();
  const [audit, attempts, metrics] = [createAudit(), createAttempts(), new Registry()];
  const [hashing, known] = [createHashing(), await createKnownAddresses(db)];
  const proofs = await createProofs(db);
  const config = await createConfig({ db, audit }, brand.passwordStrength);
  const alarmUse = createAlarmUse();
  const uses = createUseRegistry();
  const site = await createSite({ ...outside, audit, config, live, snapshotAt });
  const dataDir = outside.env.DATA_DIR;
  // Before broadcasts are resumed: those from the time without the database are among them, and have ids.
  const recovered = await recoverJournal({ db, audit, dataDir, log, isAway });
  const retried = retriedWrites(metrics, 'alarms');
  // Created last, because it opens faults.
  let snapshot: SnapshotKeeper | null = null;
  const kept = async () => (await snapshot?.renewed()) ?? true;
  const journal = createJournal({ db, audit, log, ...recovered, retried, kept });
  const held = createHeldLogins(journal);
  const endedLogins = createEndedLogins();
  const callers = createCallers(db, zones, Date.now, held, endedLogins);
  // A reset password clears the attempts at the old one, whichever process reset it.
  callers.onChange(attempts.forgetRefused);
  const isAlarm = { now: () => false };
  const watchedIdle = watchIdle({
    ...{ db, config, callers, ended: endedLogins, now: outside.idleNow },
    isPaused: () => snapshotAt() !== null || isAlarm.now(),
  });
  const { idle } = watchedIdle;
  const isGivenUp = () => snapshotAt() !== null && standIn?.hasLogins === false;
  const findAccount = createFindAccount({ db, proofs, dataDir, isGivenUp });
  const ids = await createIds({ db, file: await openIdFile(dataDir), known: recovered.used, isAway, log });
  const retentionClock = await createRetentionClock(outside, outside.wallNow);
  const retentionNow = retentionClock.now;
  const keys = await createKeys({ db, journal, retentionNow, log });
  const base = {
    ...{ ...outside, brand, clock, live, zones, audit, config, attempts, hashing, known, metrics, alarmUse },
    uses,
    ...{ held, findAccount, ids, journal, proofs, keys, retentionNow, isAway, snapshotAt, idle, endedLogins },
  };
  const disk = watchDisk(dataDir);
  systemMetrics(metrics, disk);
  const endMetrics = databaseMetrics(
    metrics,
    db,
    outside.holdsLock ?? (() => true),
    undefined,
    () => snapshotAt() !== null,
  );
  mediaMetrics(metrics, live);
  const retention = createRetention(base);
  const terminals = await createTerminals({ ...base, callers });
  const virtualCasters = await createVirtualCasters({ ...base, terminals });
  const groups = await createAllGroups({ ...base, terminals });
  const faultWatch = await createFaultWatch({ ...base, terminals, disk });
  const io = await createIo({ ...base, terminals, faults: faultWatch.faults });
  const onlineLog = await createOnlineLog({
    db,
    log,
    isAway,
    terminals,
    retried: retriedWrites(metrics, 'run_log'),
  });
  const media = await createMedia({
    ...base,
    speakers: terminals.speakers,
    callers,
    faults: faultWatch.faults,
  });
  const policy = createAddressPolicy(outside.env.STREAM_ALLOW);
  const streamDeps = { ...base, policy, ...(outside.streamTimes ? { times: outside.streamTimes } : {}) };
  const radios = await createRadios(streamDeps);
  const streams = createBroadcastStreams({ ...streamDeps, radios });
  const programmes = programmesOf(media);
  const heldSounds = createHeldSounds();
  const captures = createCaptures(terminals.gateway);
  const hashes = createHashes(outside.env.DATA_DIR);
  const alone_s = () => config.get().alarm_alone_minutes * 60;
  const alarmKeeping = createAlarmKeeping({ hashes, log, alone_s });
  const recordings = await createRecordings({ ...base, callers, terminals, faults: faultWatch.faults });
  const broadcasting = await createBroadcasting({
    ...base,
    record: recordings.record,
    alarmKeeping,
    terminals,
    groups: groups.device,
    faults: faultWatch.faults,
    dataDir,
    programmes,
    heldSounds,
    streams,
    captures,
  });
  const endSourceWatch = watchSources({
    engine: broadcasting.engine,
    faults: faultWatch.faults,
    zones,
    afterMs: outside.faultTimes?.sourceMs,
  });
  const talking = createTalking({
    ...base,
    callers,
    ...terminals,
    faults: faultWatch.faults,
    engine: broadcasting.engine,
    weights: broadcasting.weights,
    voiceMix: broadcasting.voiceMix,
    groups: groups.device,
    captures,
  });
  const capturerTasks = await createCapturerTasks({
    ...base,
    terminals,
    groups: groups.device,
    broadcasting,
    captures,
    faults: faultWatch.faults,
    capturerMs: outside.faultTimes?.capturerMs,
  });
  const schedule = await createSchedule({
    ...base,
    terminals,
    groups: groups.device,
    faults: faultWatch.faults,
    programmes,
    streams,
    captures,
    broadcasting,
    timeZone: outside.env.TZ_SITE,
    ...(outside.wallNow === undefined ? {} : { now: outside.wallNow }),
  });
  const now = outside.wallNow ?? Date.now;
  const keeper = createKeeper({
    ...base,
    ...schedule,
    terminals,
    hashes,
    alarms: alarmKeeping,
    rules: () => ({ weights: config.get(), voiceMix: config.get().voice_mix }),
    faults: faultWatch.faults,
    now,
    ...createPlayed({ ...schedule, db, faults: faultWatch.faults, now }),
  });
  schedule.kept.at = keeper.keptAt;
  const gpioTasks = await createGpioTasks({
    ...base,
    terminals,
    io,
    engine: broadcasting.engine,
    schedule,
  });
  const emergency = await createEmergency({
    ...base,
    terminals,
    groups: groups.device,
    faults: faultWatch.faults,
    programmes,
    heldSounds,
    ...broadcasting,
    callers,
    io,
    links: gpioTasks.links,
    alarmKeeping,
    dataDir,
  });
  isAlarm.now = () => [...emergency.alarms.all()].length > 0;
  const taskLog = keepTaskLog(base);
  const quickCodes = await createQuickCodes({
    ...base,
    ...terminals,
    virtualCasters,
    groups: groups.device,
    schedule,
    talking,
  });
  const calls = createCalls({
    ...base,
    ...terminals,
    virtualCasters,
    quickCodes,
    engine: broadcasting.engine,
    groups: groups.device,
    isPaging: (id) => talking.stations.talkOf(id) !== null,
  });
  const integrations = await createIntegrations({
    ...base,
    policy,
    faults: faultWatch.faults,
    zoneOfPlan: emergency.actions.zoneOf,
    alarms: gateOf(emergency.actions),
  });
  const signals = await createSignals({ ...base, terminals, now });
  const upgrades = await createUpgrades({
    ...base,
    ...broadcasting,
    callers,
    terminals,
    alarms: emergency.alarms,
  });
  const backups = await createBackups({
    ...base,
    faults: faultWatch.faults,
    run: createRunner(outside.env),
    // Without its database there is nothing to back up.
    isAlarm: () => snapshotAt() !== null || isAlarm.now(),
    now,
  });
  // Last, so that no module sees it half-initialised.
  snapshot = keepSnapshot({ ...base, faults: faultWatch.faults });
  const joining = createJoining({
    ...{ ...base, site, snapshot, faults: faultWatch.faults },
    readers: [
      terminals.load,
      radios.shelf.load,
      () => schedule.book.load(),
      integrations.load,
      upgrades.load,
      emergency.load,
    ],
    upTo: recovered.stored.all,
  });
  const rightsWatch = watchRights({ db, zones, callers, log, snapshot });
  return {
    ...base,
    site,
    callers,
    terminals,
    virtualCasters,
    groups,
    faultWatch,
    io,
    gpioTasks,
    onlineLog,
    media,
    radios,
    recordings,
    broadcasting,
    talking,
    quickCodes,
    calls,
    schedule,
    alarmKeeping,
    keeper,
    capturerTasks,
    emergency,
    integrations,
    signals,
    upgrades,
    snapshot,
    backups,
    snapshotAt,
    joining,
    ports: { http: null, https: null },
    async close() {
      watchedIdle.end();
      endMetrics();
      disk.end();
      await rightsWatch.close();
      await backups.close();
      await upgrades.close();
      taskLog.end();
      endSourceWatch();
      await keeper.close();
      calls.close();
      quickCodes.close();
      talking.close();
      capturerTasks.close();
      captures.close();
      await integrations.close();
      await emergency.close();
      await gpioTasks.close();
      await schedule.close();
      await broadcasting.close();
      await recordings.close();
      await streams.close();
      await radios.close();
      await media.close();
      await signals.close();
      await io.close();
      await terminals.close();
      await faultWatch.close();
      await onlineLog.close();
      await retention.close();
      await retentionClock.close();
      live.close();
      await hashing.close();
      // Holds the last writes of the other modules.
      await journal.close();
      await ids.close();
      await snapshot?.close();
    },
  };
}
