import { readFile, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { roleOfUpgradeFeature } from '../../../contract/codes.ts';
import type { UpgradeStateMessage } from '../../../contract/protocol/upgrading.ts';
import type { Session } from '../../protocol/session.ts';
import type { UpgradeMessage } from '../../protocol/sessionDeps.ts';
import { home } from '../home.ts';
import type { Trust } from '../wire.ts';
import { download } from './download.ts';
import { readPackage } from './readPackage.ts';
import type { UpgradeSlot, UpgradeSlots } from './upgradeSlots.ts';

type Order = Extract<UpgradeMessage, { type: 'upgrade' }>;

/** Largest accepted package, bytes. */
const MAX_PACKAGE = 268_435_456;
/** Interval of progress reports and of repeated requests to restart, ms. */
const REPORT_MS = 1_000;
const RETRY_MS = 10_000;
const MAX_REASON = 200;

/** Store of trusted keys. */
export interface KeyStore {
  /** Keys of the command line; if present, only these are trusted. */
  given: readonly string[];
  get(): readonly string[];
  set(keys: readonly string[]): void;
}

export interface UpgraderDeps {
  server: string;
  trust: Trust;
  role: number;
  slots: UpgradeSlots;
  keys: KeyStore;
  /** Tells the launcher that the server has welcomed this program. */
  welcomed(): void;
  /** Ends this program so that the prepared one is started. */
  leave(): void;
}

interface Work {
  order: Order;
  bytes: number;
  /** Slot with the prepared program; null: not ready. */
  ready: UpgradeSlot | null;
  hasLeave: boolean;
  abort: AbortController;
  /** Time of the last report, ms; `lastSent` is its content. */
  sentAt: number;
  lastSent: string;
}

/** Upgrade of a headless terminal (docs/protocols/terminal-protocol.md, "Upgrades"). */
export class Upgrader {
  readonly #deps: UpgraderDeps;
  #work: Work | null = null;
  #welcomed = false;

  constructor(deps: UpgraderDeps) {
    this.#deps = deps;
  }

  get trusted(): readonly string[] {
    const { given, get } = this.#deps.keys;
    return given.length > 0 ? given : get();
  }

  take(message: UpgradeMessage, session: Session): void {
    const { keys } = this.#deps;
    if (message.type === 'upgrade.keys') {
      if (this.trusted.length === 0 && message.keys.length > 0) keys.set(message.keys);
    } else if (message.type === 'upgrade') this.#order(message, session);
    else if (this.#work?.order.upgrade !== message.upgrade) return;
    else if (message.type === 'upgrade.stop') this.stop();
    else if (this.#work.ready !== null) {
      this.#work.hasLeave = true;
      this.tick(session);
    }
  }

  /** Called after every change; reports a failed version once connected. */
  follow(session: Session): void {
    const isWelcomed = session.phase === 'welcomed';
    if (isWelcomed === this.#welcomed) return;
    this.#welcomed = isWelcomed;
    if (!isWelcomed) return;
    this.#deps.welcomed();
    const { slots } = this.#deps;
    const state = slots.read();
    if (state.failed === null) return;
    const { upgrade, reason } = state.failed;
    session.sendMessage({
      type: 'upgrade.state',
      upgrade,
      state: 'failed',
      percent: 0,
      reason: reason.slice(0, MAX_REASON),
    });
    slots.write({ ...state, failed: null });
  }

  /** Reports progress, and restarts once permitted. */
  tick(session: Session): void {
    const work = this.#work;
    if (work === null || session.phase !== 'welcomed') return;
    if (work.ready !== null && work.hasLeave && !session.streams.hasUrgent) {
      this.#restart(work, work.ready, session);
      return;
    }
    const isReady = work.ready !== null;
    const percent = isReady ? 100 : Math.floor((work.bytes / Math.max(1, work.order.size)) * 100);
    const state = isReady ? 'preparing_to_restart' : 'updating';
    const now = performance.now();
    const isNews = `${state} ${percent}` !== work.lastSent;
    if (now - work.sentAt < (isNews ? REPORT_MS : isReady ? RETRY_MS : Number.POSITIVE_INFINITY)) return;
    work.sentAt = now;
    work.lastSent = `${state} ${percent}`;
    session.sendMessage({ type: 'upgrade.state', upgrade: work.order.upgrade, state, percent });
  }

  /** Discards upgrade data after the site has removed the terminal. */
  forget(): void {
    this.stop();
    this.#deps.keys.set([]);
  }

  stop(): void {
    this.#work?.abort.abort();
    this.#work = null;
  }

  #order(order: Order, session: Session): void {
    const work = this.#work;
    if (work !== null && work.order.upgrade === order.upgrade && work.order.sha256 === order.sha256) {
      // The same package with a new ticket.
      Object.assign(work, { order, hasLeave: false, lastSent: '', sentAt: Number.NEGATIVE_INFINITY });
      this.tick(session);
      return;
    }
    this.stop();
    const abort = new AbortController();
    const fresh: Work = {
      ...{ order, bytes: 0, ready: null, hasLeave: false, abort },
      ...{ sentAt: Number.NEGATIVE_INFINITY, lastSent: '' },
    };
    this.#work = fresh;
    this.#prepare(fresh).then(
      (slot) => {
        if (this.#work !== fresh) return;
        fresh.ready = slot;
        this.tick(session);
      },
      (error: Error) => {
        if (this.#work !== fresh) return;
        this.#work = null;
        this.#fail(session, order.upgrade, error.message);
      },
    );
  }

  /** Downloads and verifies the package, and puts its program into a slot. */
  async #prepare(work: Work): Promise<UpgradeSlot> {
    const { order } = work;
    const { server, trust, role, slots } = this.#deps;
    const roles: Record<string, number | undefined> = roleOfUpgradeFeature;
    if (roles[order.feature_code] !== role) throw new Error('the package is for another kind of terminal');
    if (this.trusted.length === 0) throw new Error('this terminal trusts no key yet');
    if (!this.trusted.includes(order.key)) throw new Error('the key of the package is not trusted here');
    if (order.size > MAX_PACKAGE) throw new Error('the package is too large');
    const path = await download(
      slots.folder,
      {
        size: order.size,
        sha256: order.sha256,
        url: () => new URL(work.order.path, server.replace(/^ws/, 'http')),
      },
      {
        ...{ trust, signal: work.abort.signal },
        got: (bytes) => {
          work.bytes = bytes;
        },
      },
    );
    const { manifest, payload } = readPackage(await readFile(path), this.trusted);
    if (manifest.version !== order.version || manifest.feature_code !== order.feature_code)
      throw new Error('the package differs from the announced one');
    const program = await promisify(gunzip)(payload, { maxOutputLength: MAX_PACKAGE }).catch(() => {
      throw new Error('the package contains no program for this terminal');
    });
    const slot = slots.fill(program, home);
    await rm(path, { force: true });
    return slot;
  }

  #restart({ order }: Work, slot: UpgradeSlot, session: Session): void {
    const { slots, leave } = this.#deps;
    const { upgrade, version } = order;
    this.#work = null;
    slots.write({ ...slots.read(), trial: { slot, upgrade, version, begun: false }, failed: null });
    const message: UpgradeStateMessage = {
      type: 'upgrade.state',
      upgrade,
      state: 'restarting',
      percent: 100,
    };
    session.sendMessage(message);
    leave();
  }

  #fail(session: Session, upgrade: number, message: string): void {
    const reason = message.slice(0, MAX_REASON);
    session.sendMessage({ type: 'upgrade.state', upgrade, state: 'failed', percent: 0, reason });
  }
}
