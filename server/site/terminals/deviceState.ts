import type { AdministrationView } from '../../../contract/api/administration.ts';
import type { OfflineStorageView } from '../../../contract/entities/tasks/offlineStorage.ts';
import type { DeviceLive, StateReason } from '../../../contract/entities/terminals/device.ts';
import { settingsOf, terminalKinds } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalPresence } from '../../../contract/entities/terminals/terminal.ts';
import type { Report } from '../../../contract/protocol/terminal.ts';
import type { AdoptedTerminal } from './directory.ts';
import { finalReason, notPlaying, type Playing, shouldSound } from './gateway/playingState.ts';
import { type Proof, proofOf } from './gateway/proofAge.ts';
import { RecentLoss } from './gateway/recentLoss.ts';
import { SoundMonitor } from './gateway/soundMonitor.ts';
import { type Delivery, isSent, type TerminalLink } from './gateway/terminals.types.ts';
import { UnknownTypes } from './gateway/unknownMessages.ts';

/**
 * Time that an unchanged report may leave `reported_at` unchanged, ms: an idle site causes no live traffic.
 */
const REPORTED_EVERY_MS = 5_000;

/** State of one terminal, from which its live row is built. */
export class DeviceState {
  readonly terminal: AdoptedTerminal;
  playing: Playing = notPlaying;
  online = false;
  /** Epoch seconds. */
  onlineSince: number | null = null;
  report: Report | null = null;
  sound: DeviceLive['sound'] = 'none';
  fault: DeviceLive['fault'] = 'none';
  /** Name of the lost relay behind which it is: nothing is known about it; null: none. */
  behindRelay: string | null = null;
  /** Why this server does not reach it, where its link says so; null: it does not. */
  away: StateReason | null = null;
  /** Number of people who listen in. */
  listeners = 0;
  groups: readonly number[] = [];
  keeping: OfflineStorageView | null = null;
  administration: AdministrationView | null = null;
  /** Fields from tables of the kind. */
  related: Readonly<Record<string, unknown>>;
  /** Null: no status since it connected. */
  status: Readonly<Record<string, unknown>> | null = null;
  /** A new one for each link. */
  soundMonitor = new SoundMonitor();
  readonly loss = new RecentLoss();
  /** True while its loss is high enough to be a fault. */
  lossy = false;
  #lost_pct: number | null = null;
  /** True while it plays, or should, and its last report that proves anything is too old. */
  stale = false;
  #link: Pick<TerminalLink, 'reportAgeMs' | 'delivery'> | null = null;
  /** Age of its last report when its target sound last changed, if none has arrived since, ms. */
  #ageThen = 0;
  /** Broadcast that it played when its link was lost; null: none. */
  #lostTask: number | null = null;
  readonly unknown = new UnknownTypes();
  /** Epoch ms. */
  reportedAt: number | null = null;

  constructor(terminal: AdoptedTerminal) {
    this.terminal = terminal;
    this.related = terminalKinds[terminal.kind].related;
  }

  /** Builds the whole live row. */
  live(): DeviceLive {
    const { row } = this.terminal;
    return {
      id: row.id,
      org: row.org,
      kind: row.kind,
      role: row.role,
      code: row.code,
      name: row.name,
      dev_name2: row.dev_name2,
      ao_volume: row.ao_volume,
      ai_volume: row.ai_volume,
      groups: this.groups,
      keeping: this.keeping,
      administration: this.administration,
      call_number: row.call_number,
      rev: row.rev,
      secret_exposed: this.terminal.isSecretExposed,
      ...this.presence(),
      ...this.doing(),
      ...this.heard(),
      file_group: null,
      ...(row.kind === 'device' ? settingsOf('device', row.details) : this.ofKind()),
    };
  }

  /** Settings of its kind, fields of other modules, and its last status. */
  ofKind() {
    const { kind, details } = this.terminal.row;
    return { ...settingsOf(kind, details), ...this.related, status: this.status };
  }

  /** Fields that change when it connects or disconnects. */
  presence() {
    const { seen } = this.terminal;
    const can = (feature: string) => seen.features.includes(feature);
    return {
      dev_name: seen.dev_name,
      ICCID: seen.ICCID,
      client_ip: seen.client_ip,
      client_version: seen.client_version,
      support_upgrade: can('upgrade'),
      support_set_buffalo: can('buffalo'),
      support_set_server_config: can('server_config'),
      last_login_time: seen.last_login_time === 0 ? null : seen.last_login_time,
      online: this.online,
      online_since: this.onlineSince,
    };
  }

  /** Presence for readers of the row. @param now epoch s */
  there(now: number): TerminalPresence {
    const { last_login_time } = this.terminal.seen;
    const lastSeen = this.onlineSince ?? (last_login_time === 0 ? null : last_login_time);
    return {
      online: this.online,
      since: this.onlineSince,
      last_seen_at: this.online ? now : lastSeen,
    };
  }

  /** Fields of what it plays, and why. */
  doing() {
    const { playing, sound } = this;
    return {
      play_status: playing.play_status,
      task_id: playing.task_id,
      tasks: playing.tasks,
      sound,
      fault: this.fault,
      listeners: this.listeners,
      reason: finalReason({
        online: this.online,
        neverSeen: this.terminal.seen.last_login_time === 0,
        behindRelay: this.behindRelay,
        away: this.away,
        since: this.onlineSince,
        sound,
        report: this.report,
        mute: this.soundMonitor.mute,
        isStale: this.stale,
        playing,
        lostTask: this.#lostTask,
        delivery: this.delivery,
      }),
    };
  }

  /** Delivery of what it should play; null: it reports itself, or plays nothing. */
  get delivery(): Delivery | null {
    const { task_id } = this.playing;
    return task_id === null ? null : (this.#link?.delivery?.(task_id) ?? null);
  }

  /** Sound of a terminal that reports nothing back; null: its reports decide. */
  get sentSound(): 'sent' | 'silent' | 'none' | null {
    if (this.#link?.delivery === undefined) return null;
    if (typeof this.delivery === 'object' && this.delivery !== null && shouldSound(this.playing))
      return 'silent';
    return isSent(this.delivery) && shouldSound(this.playing) ? 'sent' : 'none';
  }

  /** Packet loss of the last seconds, percent; null: nothing was due, or its reports are missing. */
  get lostPct(): number | null {
    return this.stale ? null : this.#lost_pct;
  }

  /** Reported values, rounded to displayed steps: invisible changes are not sent. */
  heard() {
    const { report, unknown } = this;
    if (report === null || this.stale)
      return {
        unknown_messages: unknown.view,
        level_db: null,
        peak_db: null,
        lost_pct: null,
        lossy: false,
        buffer_ms: null,
        skew_us: null,
        reported_at: this.reportedAt,
      };
    return {
      unknown_messages: unknown.view,
      level_db: rounded(report.level_db, 0.1),
      peak_db: rounded(report.peak_db, 0.1),
      lost_pct: rounded(this.#lost_pct, 0.1),
      lossy: this.lossy,
      buffer_ms: report.state === 'playing' ? rounded(report.buffer_ms, 10) : null,
      skew_us: rounded(report.skew_us, 10),
      reported_at: this.reportedAt,
    };
  }

  /** Updates the state after it connected, or disconnected (null). */
  linked(link: Pick<TerminalLink, 'reportAgeMs' | 'delivery'> | null): void {
    if (link !== null) this.#lostTask = null;
    else if (this.online) this.#lostTask = this.report?.state === 'playing' ? this.playing.task_id : null;
    this.#link = link;
    this.#ageThen = 0;
    this.online = link !== null;
    this.report = null;
    this.reportedAt = null;
    this.stale = false;
    this.soundMonitor = new SoundMonitor();
    this.#forgetLoss();
  }

  #forgetLoss(): void {
    this.loss.forget();
    this.lossy = false;
    this.#lost_pct = null;
  }

  /** Sets the sound that it should play. */
  play(playing: Playing): void {
    if (playing.task_id !== this.playing.task_id || playing.play_status !== this.playing.play_status) {
      this.soundMonitor.forget();
      this.#forgetLoss();
      this.stale = false;
      this.#ageThen = this.#link?.reportAgeMs ?? 0;
    }
    this.playing = playing;
  }

  /** Tells if its last report that proves anything is recent enough, for a terminal that should sound. */
  proof(): Proof {
    if (this.#link === null || this.playing.isQuiet === true || !shouldSound(this.playing)) return 'fresh';
    const ageMs = this.#link.reportAgeMs - this.#ageThen + this.soundMonitor.unprovenMs;
    return proofOf(ageMs, this.playing.isUrgent === true, this.report);
  }

  /** Takes a status message; returns the changed fields of the live row. */
  takeStatus(status: Readonly<Record<string, unknown>>, wallMs: number) {
    this.status = status;
    if (wallMs - (this.reportedAt ?? 0) >= REPORTED_EVERY_MS) this.reportedAt = wallMs;
    return { status, reported_at: this.reportedAt };
  }

  /** Discards the reported state, because reports are missing. */
  expire(): void {
    this.stale = true;
    this.soundMonitor.expire();
    this.#forgetLoss();
  }

  /** Takes a report that its sound monitor has judged, at monotonic ms; returns the fields of the live row that it may have changed. */
  take(report: Report, wallMs: number, now: number) {
    this.report = report;
    this.loss.take(report, now);
    this.#lost_pct = this.loss.percent(now);
    this.#ageThen = 0;
    this.stale = this.proof() !== 'fresh';
    this.lossy = !this.stale && shouldSound(this.playing) && this.loss.isFault(now);
    if (report.state === 'playing' || wallMs - (this.reportedAt ?? 0) >= REPORTED_EVERY_MS)
      this.reportedAt = wallMs;
    return this.heard();
  }
}

function rounded(value: number | null, step: number): number | null {
  return value === null ? null : Math.round(Math.round(value / step) * step * 10) / 10;
}
