import { randomUUID } from 'node:crypto';
import { MIX_FEATURE } from '../../contract/frames.ts';
import type { Hello } from '../../contract/terminal.ts';
import { CountingSpeaker } from '../core/counting.ts';
import { Keeping } from '../core/keeping/keeping.ts';
import { Playout } from '../core/playout.ts';
import { Session } from '../core/session.ts';
import type { SoundStatus } from '../core/speaker.ts';
import {
  Administration,
  type AdministrationOptions,
  type AdministrationStore,
  type Kept,
} from './administration.ts';
import { type Listener, SimulatedCard } from './card.ts';
import { fetchFrom } from './fetchItem.ts';
import { FolderShelf } from './folderShelf.ts';
import type { Part } from './part.ts';
import { PlayingSpeaker } from './playing.ts';
import { RealCard } from './realCard.ts';
import { CapturedSound } from './sending.ts';
import { joinTicker } from './ticker.ts';
import { monotonicUs } from './time.ts';
import { Upgrader, type UpgraderDeps } from './upgrade/upgrader.ts';
import { type Traffic, wireTo } from './wire.ts';

/** What the simulated card takes ahead of being heard, µs. */
const CARD_LATENCY_US = 60_000;
/** Set when it is built into a package (scripts/packageTerminal.ts). */
declare const TOCSIN_VERSION: string | undefined;
export const VERSION = typeof TOCSIN_VERSION === 'string' ? TOCSIN_VERSION : '0.1.0';

/** Keeps the secret of one terminal. */
export interface SecretStore {
  get(): string | undefined;
  set(secret: string | undefined): void;
}

export interface TerminalOptions {
  /** Server as http(s)://host:port. */
  server: string;
  code: string;
  /** What it is, where it is more than a loudspeaker. */
  part?: Part;
  name?: string;
  /** Decodes and plays (default), or only receives, counts and says so. */
  decode?: boolean;
  /** Default: kept in memory. */
  secret?: SecretStore;
  /** Of logins by password. Default: kept in memory. */
  proof?: SecretStore;
  /** Plays speech over lowered programme (default); false: says that it cannot. */
  mix?: boolean;
  /** Error of the local clock, µs, and of the simulated sound card, ppm. */
  offsetUs?: number;
  driftPpm?: number;
  cardLatencyUs?: number;
  /** Takes an unsigned certificate also from another machine. */
  insecure?: boolean;
  /** Of the SIM of this machine's modem, once it is known. */
  iccid?(): string | undefined;
  zone?: Hello['zone'];
  pairing?: string;
  /** Of a call station's account; its name is the code. */
  password?: string;
  /** Keeps what it is to play without a link in a folder, of so many bytes at most; absent: it keeps nothing. */
  keep?: { folder: string; bytes: number };
  /** Can be upgraded: who started this program starts another one in its place. */
  upgrade?: Pick<UpgraderDeps, 'slots' | 'keys' | 'welcomed' | 'leave'>;
  /** Plays on this machine's sound card; told which player does it, or why none does. */
  play?(text: string): void;
  /** Where what is set from afar is kept (default: in memory), and whether people here let it. */
  administration?: Partial<Pick<AdministrationOptions, 'store' | 'consent' | 'say' | 'trialUs'>>;
  /** Hears what the card plays, with the true (monotonic) time of each block. */
  listen?: Listener;
}

/** A terminal in this process. */
export interface Terminal {
  readonly code: string;
  readonly session: Session;
  readonly part: Part | null;
  readonly administration: Administration;
  /** What it keeps; null: nothing. */
  readonly keeping: Keeping | null;
  /** Messages and bytes received. */
  readonly traffic: Traffic;
  /** How often the simulated card ran dry. */
  readonly underruns: number;
  /** What is reported of the present stream; all zero when there is none. */
  sound(): SoundStatus;
  /** Resolves once `condition` holds; looked at on every change and every turn. Rejects after `timeoutMs`. */
  until(condition: (terminal: Terminal) => boolean, timeoutMs?: number): Promise<void>;
  /** Says bye and closes. */
  stop(reason?: string): void;
}

/** Starts a terminal; it connects by itself and keeps connected until `stop`. */
export function createTerminal(options: TerminalOptions): Terminal {
  const decode = options.decode ?? true;
  const now = () => monotonicUs() + (options.offsetUs ?? 0);
  const traffic: Traffic = { messages: 0, bytes: 0 };
  const watchers = new Set<() => void>();
  const playout = decode ? new Playout() : null;
  let boot = randomUUID();

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
    ...options.administration,
  });
  const { keep } = options;
  const keeping = keep
    ? new Keeping({
        shelf: new FolderShelf(keep.folder, keep.bytes),
        fetch: fetchFrom(() => administration.server, options.insecure ?? false),
        mixes: options.mix !== false,
        changed: () => notify(),
      })
    : null;
  const { insecure = false } = options;
  const role = options.part?.role ?? 0;
  const upgrader =
    options.upgrade &&
    new Upgrader({
      ...options.upgrade,
      // The one that there is when something is fetched.
      get server() {
        return administration.server;
      },
      insecure,
      role,
    });
  const session: Session = new Session({
    now,
    open: wireTo(() => administration.server, options.insecure ?? false, traffic),
    speaker: playout ? new PlayingSpeaker(playout) : new CountingSpeaker(() => session.mediaUs),
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
        ...(keeping === null ? [] : ['offline']),
        ...(upgrader === undefined ? [] : ['upgrade']),
        'server_config',
        'buffalo',
        ...(options.part?.features ?? []),
      ],
      ...(options.zone ? { zone: options.zone } : {}),
      ...(options.pairing === undefined ? {} : { pairing: options.pairing }),
      ...(options.iccid?.() === undefined ? {} : { ICCID: options.iccid() as string }),
      ...(options.password === undefined ? {} : { password: options.password }),
    }),
    secret: options.secret ?? memorySecret(),
    proof: options.proof ?? memorySecret(),
    speak: (words, link) => options.part?.speak?.(words, link),
    status: (settings) => options.part?.status?.(settings, session) ?? null,
    outputs: (set) => options.part?.outputs?.(set),
    ...(keeping === null ? {} : { keeping }),
    upgrade: (message) => upgrader?.take(message, session),
    removed: () => upgrader?.forget(),
    restart,
    administer: (message) => administration.take(message),
    changed: () => {
      administration.follow();
      captured?.follow();
      options.part?.follow?.(session);
      upgrader?.follow(session);
      notify();
    },
  });

  void keeping?.start(session);
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
    keeping,
    traffic,
    get underruns() {
      return playout?.underruns ?? 0;
    },
    sound: () => session.present().sound,
    until: (condition, timeoutMs = 30_000) =>
      new Promise<void>((resolve, reject) => {
        const timer = setTimeout(() => {
          watchers.delete(watch);
          reject(new Error(`terminal ${options.code} waited ${timeoutMs} ms in vain (${session.phase})`));
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

function openCard(
  playout: Playout,
  { clock }: Session,
  { play, listen, offsetUs = 0, driftPpm = 0, cardLatencyUs = CARD_LATENCY_US }: TerminalOptions,
): RealCard | SimulatedCard {
  const mediaAt = (us: number) => (clock.synced ? clock.toMedia(us + offsetUs) : null);
  const common = { playout, mediaAt, ...(listen ? { listen } : {}) };
  if (play) return new RealCard({ ...common, say: play });
  return new SimulatedCard({ ...common, driftPpm, latencyUs: cardLatencyUs });
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
  return {
    get: () => secret,
    set: (value) => {
      secret = value;
    },
  };
}
