import { Reporter } from './reporter.ts';
import type { Session } from './session.ts';
import type { SessionDeps } from './sessionDeps.ts';
import { NO_SOUND, type SoundStatus } from './speaker.ts';
import { StatusReporter } from './statusReporter.ts';

/** What a welcomed terminal says of itself: its report, its status, and that it would play what a silent drill asks. */
export class Telling {
  private readonly reporter = new Reporter();
  private readonly statuses = new StatusReporter();
  /** Silent drills that are not answered yet. */
  private readonly drills = new Set<number>();
  private readonly deps: Pick<SessionDeps, 'status' | 'speaker' | 'keeping'>;

  constructor(deps: Pick<SessionDeps, 'status' | 'speaker' | 'keeping'>) {
    this.deps = deps;
  }

  /** At a new connection: all of it anew. */
  restart(): void {
    this.drills.clear();
    this.statuses.forget();
    this.reporter.hurry();
  }

  /** Something that a report tells has changed. */
  hurry(): void {
    this.reporter.hurry();
  }

  /** The volume was changed at the terminal itself. */
  volume(volume: number): void {
    this.reporter.volume(volume);
  }

  drill(number: number): void {
    this.drills.add(number);
  }

  /** Says what is due. */
  tick(session: Session): void {
    const { state, mediaUs, streams, clock } = session;
    const now = session.now();
    if (state === 'idle' || state === 'playing') {
      for (const drill of this.drills) session.tell({ type: 'drill', drill });
      this.drills.clear();
    }
    const { stream, sound } = session.present();
    const { powered } = streams;
    const statusOf = (number: number) => this.deps.speaker.status(number);
    const report = this.reporter.due(now, {
      state,
      stream: stream?.stream ?? null,
      sound: heardOf(sound, powered),
      kept: stream !== null && stream.stream === this.deps.keeping?.covered,
      powered,
      beside: streams
        .beside(stream)
        .map((one) => ({ stream: one.stream, sound: heardOf(statusOf(one.stream), powered) })),
      mediaUs,
      errorUs: clock.errorUs,
    });
    if (report) session.tell(report);
    const status = session.settings && this.deps.status?.(session.settings, session);
    if (status && this.statuses.due(now, status)) session.tell(status);
  }
}

/** Of what an amplifier that is off was given, nothing was heard. */
function heardOf(sound: SoundStatus, powered: boolean): SoundStatus {
  const { received, lost, late, gaps, missed_ms } = sound;
  return powered ? sound : { ...NO_SOUND, received, lost, late, gaps, missed_ms };
}
