import { randomUUID } from 'node:crypto';
import { MANAGED_FEATURE, MIX_FEATURE, RENEW_FEATURE } from '../../contract/protocol/frames.ts';
import type { Hello } from '../../contract/protocol/terminal.ts';
import { Playout } from '../audio/playout.ts';
import type { SoundStatus } from '../audio/speaker.ts';
import { OfflinePlayback } from '../offline/offlinePlayback.ts';
import { CountingSpeaker } from '../protocol/countingSpeaker.ts';
import { ServerList } from '../protocol/servers/serverList.ts';
import { Session } from '../protocol/session.ts';
import type { SecretStore } from '../protocol/sessionDeps.ts';
import { Administration } from './administration/administration.ts';
import type {
  AdministrationOptions,
  AdministrationStore,
  Kept,
} from './administration/administrationTypes.ts';
import { statusText } from './administration/statusText.ts';
import { TerminalLog } from './administration/terminalLog.ts';
import { type Listener, SimulatedCard } from './audio/card.ts';
import { DecodingSpeaker } from './audio/decodingSpeaker.ts';
import { REAL_CARD_US, RealCard } from './audio/realCard.ts';
import { CapturedSound } from './capturedSound.ts';
import { fetchFrom } from './fetchItem.ts';
import { FolderStore } from './folderStore.ts';
import type { Part } from './partTypes.ts';
import type { ProofStore } from './state.ts';
import { joinTicker } from './ticker.ts';
import { monotonicUs } from './time.ts';
import { Upgrader, type UpgraderDeps } from './upgrade/upgrader.ts';
import { type Traffic, wireTo } from './wire.ts';

/** Buffer of the simulated card, µs. */
const CARD_LATENCY_US = 60_000;
/** Set by the build of a package (scripts/packageTerminal.ts). */
declare const TOCSIN_VERSION: string | undefined;
export const VERSION = typeof TOCSIN_VERSION === 'string' ? TOCSIN_VERSION : '0.1.0';

export interface TerminalOptions {
  /** Server as http(s)://host:port. */
  server: string;
  code: string;
  /** Functions beside playback. */
  part?: Part;
  name?: string;
  /** Decodes and plays (default), or only receives and counts packets. */
  decode?: boolean;
  /** Store of the secret. Default: in memory. */
  secret?: SecretStore;
  /** Store of the proof of logins by password. Default: in memory. */
  proof?: ProofStore;
  /** Mixes speech over ducked programme (default); false: the feature is not announced. */
  mix?: boolean;
  /** Error of the local clock, µs, and of the simulated sound card, ppm. */
  offsetUs?: number;
  driftPpm?: number;
  cardLatencyUs?: number;
  /** Accepts self-signed certificates of other machines too. */
  insecure?: boolean;
  /** SHA-256 of the public key that the server's certificate must have, hexadecimal. */
  pin?: string;
  /** ICCID of the SIM in this machine's modem, once known. */
  iccid?(): string | undefined;
  zone?: Hello['zone'];
  pairing?: string;
  /** Password of a call station's account, whose name is the code. */
  password?: string;
  /** Folder and capacity in bytes for offline playback; absent: not supported. */
  keep?: { folder: string; bytes: number };
  /** Upgrade support; requires the launcher. */
  upgrade?: Pick<UpgraderDeps, 'slots' | 'keys' | 'welcomed' | 'leave'>;
  /** Plays on this machine's sound card; called with the player in use, or the reason why none works. */
  play?(text: string): void;
  /** Store of remotely configured settings (default: in memory), and consent to them. */
  administration?: Partial<Pick<AdministrationOptions, 'store' | 'consent' | 'log' | 'trialUs'>>;
  /** Receives the output of the card with the true (monotonic) time of each block. */
  listen?: Listener;
}

/** A terminal in this process. */
export interface Terminal {
  readonly code: string;
  readonly session: Session;
  readonly part: Part | null;
  readonly administration: Administration;
  /** Offline playback; null: not supported. */
  readonly offline: OfflinePlayback | null;
  /** Messages and bytes received. */
  readonly traffic: Traffic;
  /** Number of underruns of the simulated card. */
  readonly underruns: number;
  /** Reported status of the current stream; all zero without one. */
  sound(): SoundStatus;
  /** Resolves once `condition` holds, checked on every change and every turn. Rejects after `timeoutMs`. */
  until(condition: (terminal: Terminal) => boolean, timeoutMs?: number): Promise<void>;
  /** Sends `bye` and closes. */
  stop(reason?: string): void;
}

/** Starts a terminal that connects and reconnects until `stop`. */
export function createTerminal(options: TerminalOptions): Terminal {
  const decode = options.decode ?? true;
  const now = () => monotonicUs() + (options.offsetUs ?? 0);
  const traffic: Traffic = { messages: 0, bytes: 0 };
  const watchers = new Set<() => void>();
  const playout = decode ? new Playout() : null;
  let boot = randomUUID();
  const notes = new TerminalLog(() => statusText(options.code, session));

  const restart = () => {
    boot = randomUUID();
    session.restart();
  };
  const administration: Administration = new Administration({
    server: options.server,
    store: memoryStore(),
    consent: 'no',
    now,
    session: () => session,
    restart,
    notes,
    ...options.administration,
  });
  const servers = new ServerList(() => administration.server);
  const { keep } = options;
  const trust = { insecure: options.insecure ?? false, pin: options.pin };
  const offline = keep
    ? new OfflinePlayback({
        store: new FolderStore(keep.folder, keep.bytes),
        fetch: fetchFrom(() => servers.current, trust),
        mixes: options.mix !== false,
        changed: () => notify(),
      })
    : null;
  const role = options.part?.role ?? 0;
  const upgrader =
    options.upgrade &&
    new Upgrader({
      ...options.upgrade,
      // Server at the time of the download.
      get server() {
        return servers.current;
      },
      trust,
      role,
    });
  const session: Session = new Session({
    now,
    open: wireTo(() => servers.current, trust, traffic),
    servers,
    speaker: playout
      ? new DecodingSpeaker(playout, latencyOf(options))
      : new CountingSpeaker(() => session.mediaUs),
    identity: () => ({
      code: options.code,
      role,
      ...(options.name === undefined ? {} : { name: options.name }),
      version: VERSION,
      model: 'Tocsin headless',
      boot,
      features: [
        ...(decode ? ['decode', 'restart', 'identify', 'power'] : ['restart']),
        ...(options.mix === false ? [] : [MIX_FEATURE]),
        ...(offline === null ? [] : ['offline']),
        ...(upgrader === undefined ? [] : ['upgrade']),
        'server_config',
        'buffalo',
        MANAGED_FEATURE,
        RENEW_FEATURE,
        ...(options.part?.features ?? []),
      ],
      ...(options.zone ? { zone: options.zone } : {}),
      ...(options.pairing === undefined ? {} : { pairing: options.pairing }),
      ...(options.iccid?.() === undefined ? {} : { ICCID: options.iccid() as string }),
      ...(options.password === undefined ? {} : { password: options.password }),
    }),
    secret: options.secret ?? memorySecret(),
    proof: options.proof ?? memoryProof(),
    speak: (words, link) => options.part?.speak?.(words, link),
    status: (settings) => options.part?.status?.(settings, session) ?? null,
    outputs: (set) => options.part?.outputs?.(set),
    ...(offline === null ? {} : { offline }),
    upgrade: (message) => upgrader?.take(message, session),
    removed: () => upgrader?.forget(),
    restart,
    administer: (message) => administration.take(message),
    changed: () => {
      // Ends of a connection may be shorter than the interval of the log.
      if (session.phase !== 'welcomed') notes.look();
      administration.follow();
      captured?.follow();
      options.part?.follow?.(session);
      upgrader?.follow(session);
      notify();
    },
  });

  void offline?.start(session);
  administration.start();
  const captured = options.part?.capture ? new CapturedSound(session, options.part.capture) : null;
  const card = playout && openCard(playout, session, options);
  const leave = joinTicker({
    ...(card || options.part?.pump
      ? {
          pump: (us: number) => {
            card?.pump(us);
            options.part?.pump?.(us);
          },
        }
      : {}),
    tick: () => {
      session.tick();
      upgrader?.tick(session);
      administration.tick();
      notes.tick();
      options.part?.follow?.(session);
      notify();
    },
  });
  const notify = () => {
    for (const watch of [...watchers]) watch();
  };

  const terminal: Terminal = {
    code: options.code,
    session,
    part: options.part ?? null,
    administration,
    offline,
    traffic,
    get underruns() {
      return playout?.underruns ?? 0;
    },
    sound: () => session.present().sound,
    until: (condition, timeoutMs = 30_000) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(watch);
          reject(
            new Error(
              `terminal ${options.code} did not get there within ${timeoutMs} ms (phase ${session.phase})`,
            ),
          );
        }, timeoutMs);
        const watch = () => {
          if (!condition(terminal)) return;
          clearTimeout(timer);
          watchers.delete(watch);
          resolve();
        };
        watchers.add(watch);
        watch();
      }),
    stop: (reason = 'stopped') => {
      leave();
      upgrader?.stop();
      captured?.follow(true);
      options.part?.stop?.();
      if (card instanceof RealCard) card.stop();
      administration.stop();
      session.stop(reason);
    },
  };
  return terminal;
}

/** Time by which the card takes samples before they are heard, µs. */
const latencyOf = ({ play, cardLatencyUs = CARD_LATENCY_US }: TerminalOptions): number =>
  play ? REAL_CARD_US : cardLatencyUs;

function openCard(playout: Playout, { clock }: Session, options: TerminalOptions): RealCard | SimulatedCard {
  const { play, listen, offsetUs = 0, driftPpm = 0 } = options;
  const mediaAt = (us: number) => (clock.synced ? clock.toMedia(us + offsetUs) : null);
  const common = { playout, mediaAt, ...(listen ? { listen } : {}) };
  if (play) return new RealCard({ ...common, log: play });
  return new SimulatedCard({ ...common, driftPpm, latencyUs: latencyOf(options) });
}

function memoryStore(): AdministrationStore {
  let kept: Kept = {};
  return {
    get: () => kept,
    set: (value) => {
      kept = value;
    },
  };
}

function memorySecret(): SecretStore {
  let secret: string | undefined;
  let replaced: string | undefined;
  return {
    get: () => secret,
    previous: () => replaced,
    set: (value, previous) => {
      secret = value;
      replaced = previous;
      return true;
    },
  };
}

function memoryProof(): ProofStore {
  let proof: string | undefined;
  return {
    get: () => proof,
    set: (value) => {
      proof = value;
    },
  };
}
