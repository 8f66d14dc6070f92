import type { ToTerminal } from '../../contract/protocol/terminal.ts';
import type { KeepMessage } from '../protocol/sessionDeps.ts';
import type { SessionView } from '../protocol/sessionView.ts';
import { AlarmFallback } from './alarmFallback.ts';
import { assumeClock } from './assumedClock.ts';
import { type Notes, noNotes } from './mediaStore.ts';
import { OfflineCache } from './offlineCache.ts';
import type { OfflinePlaybackDeps, OfflineView } from './offlinePlaybackDeps.ts';
import { OfflinePlayer } from './offlinePlayer.ts';
import { OpenAlarm } from './openAlarm.ts';
import { RecordReporter } from './recordReporter.ts';
import { StorageReporter } from './storageReporter.ts';

/** Time after the start for which a terminal waits for a server before it plays alone, µs. */
const START_US = 5_000_000;
/** Interval of saving the playback records, µs. */
const SAVE_US = 5_000_000;
/** Change of the server's time of day from which it is saved again, ms. */
const CLOCK_OFFSET_TOLERANCE_MS = 50;

/** Offline playback of a terminal: stored content and its playback without a link. Driven by the session. */
export class OfflinePlayback {
  readonly #deps: OfflinePlaybackDeps;
  #notes: Notes = noNotes();
  readonly #alarm = new OpenAlarm();
  readonly #reporter = new RecordReporter();
  #session: SessionView | null = null;
  #cache: OfflineCache | null = null;
  #player: OfflinePlayer | null = null;
  #fallback: AlarmFallback | null = null;
  #startedAt: number | null = null;
  #wasOnline = false;
  #isLoaded = false;
  readonly #storageReporter = new StorageReporter();
  #savedAt = Number.NEGATIVE_INFINITY;
  #unsaved = false;
  #saving: Promise<void> = Promise.resolve();

  constructor(deps: OfflinePlaybackDeps) {
    this.#deps = deps;
  }

  /** Reads and checks stored content. Called once, before the session's first tick or soon after. */
  async start(session: SessionView): Promise<void> {
    const { store, fetch, random = Math.random, changed } = this.#deps;
    const now = () => session.now();
    this.#session = session;
    this.#startedAt = now();
    const cache = new OfflineCache({
      ...{ store, fetch, now, random },
      want: () => session.sendMessage({ type: 'keep.want' }),
      changed: () => changed?.(),
    });
    this.#cache = cache;
    const { clock, wall, streams, speaker } = session;
    const { mixes = true } = this.#deps;
    const holds = (id: string) => cache.holds(id);
    this.#player = new OfflinePlayer({ clock, wall, streams, speaker, store, mixes, holds });
    this.#fallback = new AlarmFallback({ clock, speaker, store, holds });
    const notes = await store.load().catch(() => null);
    // A manifest that the server has sent meanwhile is newer.
    if (notes !== null)
      this.#notes = { ...notes, ...(this.#notes.manifest ? { manifest: this.#notes.manifest } : {}) };
    this.#isLoaded = true;
    if (notes?.settings) session.remember(notes.settings, notes.site);
    await cache.check().catch(() => {});
  }

  /** Handles a message of the server. */
  take(message: KeepMessage): void {
    if (message.type === 'keep.ticket') this.#cache?.granted(message.ticket);
    else if (message.type === 'keep.confirmed') this.#reporter.confirm(this.#notes, message.records);
    else {
      this.#notes.manifest = message;
      this.#cache?.checkNow();
    }
    this.#save();
  }

  heard(message: Extract<ToTerminal, { type: `stream.${string}` }>): void {
    const session = this.#session;
    if (session !== null) this.#alarm.heard(message, session.epoch, session.now());
    if (message.stream === this.covered && message.type !== 'stream.volume') this.#fallback?.end();
  }

  /** Stream that it plays from stored content although the server is connected; null: none. */
  get covered(): number | null {
    return this.#fallback?.stream ?? null;
  }

  /** Deletes all stored content after the site has removed this terminal. */
  forget(): void {
    this.#notes = { ...noNotes(), next: this.#notes.next };
    this.#notes.manifest = {
      ...{ type: 'keep.manifest', revision: '', items: [], programmes: [], runs: [], until_s: 0 },
    };
    this.#alarm.forget();
    this.#unsaved = true;
  }

  /** Silences local playback on behalf of a person; false: nothing plays. */
  silence(): boolean {
    const done = this.#session !== null && this.#player?.silence(this.#notes, this.#session.now()) === true;
    if (done) this.#save();
    return done;
  }

  view(): OfflineView | null {
    const cache = this.#cache;
    const player = this.#player;
    const notes = this.#notes;
    const session = this.#session;
    if (cache === null || player === null || session === null || notes.manifest === null) return null;
    const wallMs = this.#wallMs(session);
    const next = notes.manifest.runs.find(({ start_s }) => start_s * 1000 > wallMs);
    return { state: cache.state(notes), playing: player.playing, nextS: next?.start_s ?? null };
  }

  /** Called with every tick of the session. */
  tick(session: SessionView): void {
    const cache = this.#cache;
    const player = this.#player;
    if (!this.#isLoaded || cache === null || player === null) return;
    const now = session.now();
    const isOnline = session.phase === 'welcomed';
    if (isOnline !== this.#wasOnline) this.#changedLink(session, isOnline, cache, player);
    this.#wasOnline = isOnline;
    this.#fallback?.tick(isOnline ? this.#alarm.wanted : null, now);
    if (isOnline) this.#online(session, cache, now);
    else if (this.#hasNoServer(session, now)) this.#playOffline(session, player, now);
    else player.handOver();
    cache.tick(this.#notes, isOnline);
    if (player.playing !== null) this.#unsaved = true;
    if (this.#unsaved && now - this.#savedAt >= SAVE_US) this.#save();
  }

  #changedLink(session: SessionView, isOnline: boolean, cache: OfflineCache, player: OfflinePlayer): void {
    const notes = this.#notes;
    if (isOnline) {
      player.handOver();
      this.#alarm.restart();
      this.#storageReporter.restart();
      this.#reporter.markDue();
      cache.checkNow();
      notes.alarm = null;
    } else {
      cache.offline();
      if (notes.alarm !== null)
        notes.alarm.until_ms ??= Math.round(this.#wallMs(session)) + notes.alarm.kept.max_s * 1000;
    }
    this.#save();
  }

  #online(session: SessionView, cache: OfflineCache, now: number): void {
    const notes = this.#notes;
    if (this.#alarm.watch(notes, session.speaker, now)) this.#save();
    if (notes.settings !== session.settings || notes.site !== session.site) {
      notes.settings = session.settings;
      notes.site = session.site;
      this.#unsaved = true;
    }
    if (session.wall.known && session.clock.synced) {
      const ahead = session.wall.wallOf(session.clock.toMedia(now)) - this.#ownWallMs();
      if (Math.abs(ahead - notes.ahead_ms) > CLOCK_OFFSET_TOLERANCE_MS) {
        notes.ahead_ms = ahead;
        this.#unsaved = true;
      }
      const played = this.#reporter.due(notes, now, this.#wallMs(session));
      if (played !== null) session.sendMessage(played);
    }
    const state = notes.manifest === null ? null : this.#storageReporter.due(now, () => cache.state(notes));
    if (state !== null) session.sendMessage(state);
  }

  #playOffline(session: SessionView, player: OfflinePlayer, now: number): void {
    const notes = this.#notes;
    const isIdle = notes.alarm === null && (notes.manifest?.runs.length ?? 0) === 0;
    if (isIdle && !session.clock.synced) return;
    assumeClock(session, notes, now, () => this.#ownWallMs() + notes.ahead_ms);
    player.tick(notes, now);
  }

  /**
   * Tells whether to play alone: neither welcomed nor refused by a server. A server that
   * requires HTTPS or is busy has not refused the terminal itself.
   */
  #hasNoServer({ phase, refusal }: SessionView, now: number): boolean {
    const isRefused = refusal !== null && refusal.code !== 'busy' && refusal.code !== 'https';
    if (isRefused || (phase !== 'waiting' && phase !== 'connecting')) return false;
    return phase === 'waiting' && this.#session?.epoch !== null
      ? true
      : now - (this.#startedAt ?? now) > START_US;
  }

  #wallMs(session: SessionView): number {
    const { wall, clock } = session;
    return wall.known && clock.synced
      ? wall.wallOf(clock.toMedia(session.now()))
      : this.#ownWallMs() + this.#notes.ahead_ms;
  }

  #ownWallMs(): number {
    return this.#deps.ownWallMs?.() ?? Date.now();
  }

  #save(): void {
    const session = this.#session;
    if (!this.#isLoaded || session === null) return;
    this.#savedAt = session.now();
    this.#unsaved = false;
    const notes = structuredClone(this.#notes);
    // Playback continues when the disk is full or missing; the next save may succeed.
    this.#saving = this.#saving.then(() => this.#deps.store.save(notes)).catch(() => {});
  }
}
