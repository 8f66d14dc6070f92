import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { PartitionLive } from '../../../contract/entities/site/partition.ts';
import type { FoundTerminal } from '../../../contract/entities/terminals/device.ts';
import { terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalLive } from '../../../contract/entities/terminals/terminal.ts';
import { type TerminalKind, terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import type { TtsLicensePool } from '../../../contract/entities/terminals/xtts.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { LoginJournal } from '../../platform/auth/away/loginJournal.ts';
import type { Callers } from '../../platform/auth/callers.ts';
import type { Hashing } from '../../platform/auth/passwords/hashing.ts';
import type { Proofs } from '../../platform/auth/proofs.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import type { Config } from '../../platform/config/config.ts';
import { serverVersion } from '../../platform/config/version.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { Db } from '../../platform/db/client.ts';
import { counted, retriedWrites } from '../../platform/db/database.metrics.ts';
import type { HttpsOnly } from '../../platform/httpsOnly/httpsOnly.ts';
import type { PlainSockets } from '../../platform/httpsOnly/plainSockets.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import { CasterAccounts, noAccount, publicFields } from '../casters/casterAccounts.ts';
import { createCasterLogin } from '../casters/casterLogin.ts';
import { createCasterLogout } from '../casters/casterLogout.ts';
import type { AlarmUse } from '../uses/alarmUse.ts';
import type { FileGroupCheck } from '../uses/fileGroups.ts';
import type { UseRegistry } from '../uses/registry.ts';
import { targetingTaskRoutes } from '../uses/targetingTask.routes.ts';
import type { TargetingTaskRegistry } from '../uses/targetingTasks.ts';
import { usedRoute } from '../uses/used.ts';
import { siteNameOf } from '../zones/siteName.ts';
import type { Zones } from '../zones/zones.ts';
import { createAdoption } from './adoption.ts';
import { casterView } from './casterView.ts';
import { createDevices } from './devices.ts';
import type { Devices } from './devicesApi.ts';
import { Directory } from './directory.ts';
import { createEnrolment, type EnrolmentDeps } from './enrolment.ts';
import { foundRoutes } from './found.routes.ts';
import { createGateway } from './gateway/gateway.ts';
import type { GatewayLimits } from './gateway/gatewayLimits.ts';
import { terminalMetrics } from './gateway/terminal.metrics.ts';
import { terminalRoutes } from './gateway/terminal.routes.ts';
import type { Gateway } from './gateway/terminals.types.ts';
import { kindRoutes, type StopAt } from './kind.routes.ts';
import { createKindLicences, kindLicenceRoutes } from './kindLicences.ts';
import { createLatestWriter } from './latestWriter.ts';
import { createLocalVolume } from './localVolume.ts';
import { pairingRoutes, type SecurePort } from './pairing.routes.ts';
import { createPairing } from './pairing.ts';
import { createReload } from './reloadTerminals.ts';
import { createExposedSecrets } from './secrets/exposedSecrets.ts';
import * as repository from './terminal.repository.ts';
import type { TerminalService } from './terminal.service.ts';
import { createTerminalKinds } from './terminalKinds.ts';
import { licenseRoutes } from './tts/license.routes.ts';
import { createLicenses } from './tts/licenses.ts';
import { createSpeakers, type SpeakingTerminals } from './tts/speakers.ts';
import { createZoneCounts } from './zoneCounts.ts';

export interface TerminalsDeps {
  uses: UseRegistry;
  targetingTasks: Pick<TargetingTaskRegistry, 'find'>;
  fileGroups: FileGroupCheck;
  db: Db;
  log: Record<'error' | 'warn', (details: object, message: string) => void>;
  clock: MediaClock;
  live: LiveHub;
  zones: Zones;
  audit: Audit;
  config: Pick<Config, 'get'>;
  attempts: EnrolmentDeps['attempts'];
  proofs: Proofs;
  hashing: Pick<Hashing, 'turn' | 'hash'>;
  secretBox: Pick<SecretBox, 'seal'>;
  callers: Pick<Callers, 'onChange' | 'fromSession'>;
  metrics: Registry;
  alarmUse: AlarmUse;
  journal: LoginJournal;
  plainSockets: Pick<PlainSockets, 'onEnd'>;
  httpsOnly: Pick<HttpsOnly, 'isOn'>;
  /** Addresses of the other servers of the system. */
  partnerAddresses(): readonly string[];
  /** HTTPS of this server, for pairing codes. */
  ports: SecurePort;
  /** Null while the database is in use. */
  snapshotAt(): number | null;
  /** Shorter times, for tests. */
  terminalLimits?: Partial<GatewayLimits>;
}

export interface Terminals {
  gateway: Gateway;
  directory: Directory;
  devices: Devices;
  /** Accounts of call stations. */
  casters: CasterAccounts;
  /** TTS terminals that synthesise speech for the server. */
  speakers: SpeakingTerminals;
  /** Adopted and planned terminals of each kind: reading, changing and removing them. */
  services: Readonly<Record<TerminalKind, TerminalService>>;
  /** Reads terminals, accounts of call stations and TTS licences again. */
  load(): Promise<void>;
  /** @param stopAt ends broadcasts at terminals (for the batch actions) */
  routes(app: FastifyInstance, stopAt: StopAt): void;
  close(): Promise<void>;
}

/** Creates all services of terminals: directory, sockets, live state, routes. */
export async function createTerminals(deps: TerminalsDeps): Promise<Terminals> {
  const { db, live, log, zones } = deps;
  deps.uses.register('file_group', repository.usersOfFileGroups);
  deps.uses.register('integration', repository.phonesOf);
  const directory = new Directory();
  for (const row of await repository.all(db)) directory.put(row);
  const devices = createDevices(directory, (kind) =>
    live.topic<TerminalLive>(kind, kind === 'caster' ? casterView : undefined),
  );
  createZoneCounts(zones, devices, live.topic<PartitionLive>('partition'));

  const found = live.topic<FoundTerminal>('terminal_found');
  const seen = createLatestWriter(
    counted(retriedWrites(deps.metrics, 'terminals'), (rows: readonly repository.Seen[]) =>
      repository.seen(db, rows),
    ),
    (err) => log.error({ err }, 'terminal connections could not be stored; it is retried'),
  );
  const secrets = createExposedSecrets({ ...deps, directory, devices, gateway: () => gateway });
  const pairing = createPairing(deps);
  const licences = createKindLicences({ ...deps, directory });
  const enrol = createEnrolment({ ...deps, directory, pairing, licences });
  const casters = new CasterAccounts(db, zones);
  const again = createReload({ db, directory, devices, log, gateway: () => gateway });
  const logIn = createCasterLogin({ ...deps, directory, accounts: casters, settled: again.settled });
  const logOut = createCasterLogout({ ...deps, directory, accounts: casters });
  const gateway = createGateway({
    clock: deps.clock,
    directory: {
      byCode: (code) => directory.byCode(code),
      byId: (id) => directory.byId(id),
      byCodeIgnoringCase: (code) => directory.byCodeIgnoringCase(code),
      recordConnection(terminal, hello, address, relay) {
        const adopted = directory.byId(terminal.id);
        if (adopted === undefined) return;
        adopted.welcomed(hello, address, relay, Math.floor(Date.now() / 1000));
        seen.add(adopted.seen);
      },
      recordReached(id, address) {
        const adopted = directory.byId(id);
        if (adopted === undefined) return;
        adopted.reached(address, Math.floor(Date.now() / 1000));
        seen.add(adopted.seen);
      },
      secretSent: secrets.sent,
      async enrol(hello, address) {
        const made = await enrol(hello, address);
        if (made === null) return null;
        devices.changed(made.terminal);
        return made;
      },
      disabled: ({ id }) => casters.get(id)?.disabled === true,
      hasPassword: ({ id }) => casters.get(id)?.password_hash != null,
      async logOut(left, address) {
        const id = await logOut(left, address);
        if (id !== undefined) gateway.logOut(id);
      },
      async logIn(...hello) {
        const login = await logIn(...hello);
        return (
          login && {
            async admit() {
              const admitted = await login.admit();
              const terminal = admitted && directory.byId(admitted.terminal.id);
              if (terminal) devices.changed(terminal);
              return admitted;
            },
          }
        );
      },
    },
    found,
    site: () => siteNameOf(deps.config.get(), zones),
    partnerAddresses: deps.partnerAddresses,
    version: serverVersion,
    log,
    limits: deps.terminalLimits ?? {},
  });
  gateway.subscribe(devices.handlers);
  gateway.subscribe(secrets.handlers);
  terminalMetrics(deps.metrics, { gateway, devices, live });

  /** Reads changes in accounts of call stations, also by the deletion of a zone or a console account. */
  async function readCasters(): Promise<void> {
    for (const id of await casters.load())
      devices.setRelated(id, publicFields(casters.get(id) ?? { ...noAccount, terminal_id: id }));
  }
  await readCasters();
  const reread = () => {
    readCasters().catch((error) => log.error({ err: error }, 'the accounts of casters could not be read'));
  };
  const unwatch = [zones.onChange(reread), deps.callers.onChange(reread)];

  const parts = { ...deps, directory, devices, gateway, casters };
  const services = createTerminalKinds(parts);
  const ttsLicenses = await createLicenses({ ...parts, topic: live.topic<TtsLicensePool>('tts_license') });
  const speakers = createSpeakers({ gateway, directory, licensesOf: ttsLicenses.of });
  const localVolume = createLocalVolume(async (id, volume) => {
    const terminal = directory.byId(id);
    if (terminal !== undefined) await services[terminal.kind].volumeAtTerminal(id, volume);
  }, log);
  gateway.subscribe({ report: localVolume.report });
  const adoption = createAdoption({ ...parts, licences });
  return {
    gateway,
    directory,
    devices,
    casters,
    speakers,
    services,
    async load() {
      await again.all();
      secrets.load();
      await readCasters();
      await ttsLicenses.load();
    },
    routes(app, stopAt) {
      terminalRoutes(app, gateway, deps);
      for (const kind of terminalKindNames)
        kindRoutes(app, kind, { service: services[kind], zones, stopAt, config: deps.config });
      licenseRoutes(app, ttsLicenses);
      kindLicenceRoutes(app, licences);
      usedRoute(app, terminalKinds.device.entity, 'delete_device', (_, ids) =>
        deps.uses.find(db, 'target_terminal', ids),
      );
      targetingTaskRoutes(app, { ...deps, read: services.device.one.get });
      foundRoutes(app, { adoption, found });
      pairingRoutes(app, pairing, deps.ports);
    },
    async close() {
      for (const end of unwatch) end();
      gateway.close();
      localVolume.close();
      await Promise.all([seen.close(), secrets.close()]);
    },
  };
}
