import { NO_SOUND, type SoundStatus } from '../audio/speaker.ts';
import { Reporter } from './reporter.ts';
import type { SessionDeps } from './sessionDeps.ts';
import type { SessionView } from './sessionView.ts';
import { StatusReporter } from './statusReporter.ts';

/** Messages of a welcomed terminal about itself: report, status, and answers to silent drills. */
export class Reporting {
  readonly #reporter = new Reporter();
  readonly #statuses = new StatusReporter();
  /** Ids of unanswered silent drills. */
  readonly #drills = new Set<number>();
  readonly #deps: Pick<SessionDeps, 'status' | 'speaker' | 'offline'>;

  constructor(deps: Pick<SessionDeps, 'status' | 'speaker' | 'offline'>) {
    this.#deps = deps;
  }

  /** Makes all messages due again for a new connection. */
  restart(): void {
    this.#drills.clear();
    this.#statuses.forget();
    this.#reporter.reportNow();
  }

  /** Makes the next report due after a change of reported data. */
  reportNow(): void {
    this.#reporter.reportNow();
  }

  /** Reports a volume set at the terminal. */
  volume(volume: number): void {
    this.#reporter.volume(volume);
  }

  drill(number: number): void {
    this.#drills.add(number);
  }

  /** Sends due messages. */
  tick(session: SessionView): void {
    const { state, mediaUs, streams, clock } = session;
    const now = session.now();
    if (state === 'idle' || state === 'playing') {
      for (const drill of this.#drills) session.sendMessage({ type: 'drill', drill });
      this.#drills.clear();
    }
    const { stream, sound } = session.present();
    const { powered } = streams;
    const statusOf = (number: number) => this.#deps.speaker.status(number);
    const report = this.#reporter.due(now, {
      state,
      stream: stream?.stream ?? null,
      sound: heardOf(sound, powered),
      kept: stream !== null && stream.stream === this.#deps.offline?.covered,
      powered,
      others: streams
        .furtherStreams(stream)
        .map((one) => ({ stream: one.stream, sound: heardOf(statusOf(one.stream), powered) })),
      mediaUs,
      errorUs: clock.errorUs,
    });
    if (report) session.sendMessage(report);
    const status = session.settings && this.#deps.status?.(session.settings, session);
    if (status && this.#statuses.due(now, status)) session.sendMessage(status);
  }
}

/** Sound status for reports; while the amplifier is off nothing counts as played. */
function heardOf(sound: SoundStatus, powered: boolean): SoundStatus {
  const { received, lost, late, gaps, missed_ms } = sound;
  return powered ? sound : { ...NO_SOUND, received, lost, late, gaps, missed_ms };
}
