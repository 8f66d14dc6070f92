import { audioSource, liveSpeech, taskType } from '../../../../contract/codes.ts';
import type { SoundCalling, TerminalLink } from '../../../site/terminals/gateway/terminals.types.ts';
import type { Source } from '../../../sound/source/source.ts';
import { isUrgentTask } from '../rank.ts';
import type { BroadcastTargetInit } from '../state/targets.ts';

export interface StartWaitDeps {
  gateway: { link(terminal: number): Pick<TerminalLink, 'leadUs' | 'delivery' | 'calling'> | undefined };
  /** Longest time for which starts in a zone wait for loudspeakers that are called first, s; 0: they do not. */
  startWaitOf(org: number | null): number;
}

export type StartTarget = Pick<BroadcastTargetInit, 'terminal_id' | 'org'>;

/** Loudspeaker that is called before it can sound. */
interface Called {
  calling: SoundCalling;
  /** Longest wait for it, s. */
  waitS: number;
}

/** Needs of the start of a broadcast in zones that wait. */
export interface StartNeeds {
  /** Loudspeakers that have not answered yet. */
  called: readonly Called[];
  /** Lead that the loudspeakers of other makes need to begin with the others, µs; 0: there are none. */
  leadUs: number;
}

/** Fields of a task that decide if its start may wait. */
export interface StartedKind {
  task_type: number;
  audio_source: number;
  emergency?: boolean | undefined;
}

/** Sources that do not wait: those of which nothing is to be heard, a test, and what is sent as it arrives. */
const prompt: ReadonlySet<number> = new Set([
  audioSource.none,
  audioSource.controlTask,
  audioSource.capturer,
  ...liveSpeech,
]);
const mayWait = (task: StartedKind) =>
  !isUrgentTask(task) && task.task_type !== taskType.twoWayCall && !prompt.has(task.audio_source);

/**
 * Finds out what a start at these terminals waits for. Null: nothing, as it is urgent or live, or at least one of them is
 * in a zone that does not wait. Loudspeakers that are offline, or that refuse, are not waited for.
 */
export function startNeeds(
  { gateway, startWaitOf }: StartWaitDeps,
  task: StartedKind,
  targets: Iterable<StartTarget>,
): StartNeeds | null {
  if (!mayWait(task)) return null;
  const waits = new Map<number | null, number>();
  const called: Called[] = [];
  let leadUs = 0;
  for (const { terminal_id, org } of targets) {
    const waitS = waits.get(org) ?? startWaitOf(org);
    if (waitS === 0) return null;
    waits.set(org, waitS);
    const link = gateway.link(terminal_id);
    if (link?.delivery === undefined) continue;
    leadUs = Math.max(leadUs, link.leadUs ?? 0);
    if (link.calling?.state === 'pending') called.push({ calling: link.calling, waitS });
  }
  return { called, leadUs };
}

/** Wait of a broadcast for loudspeakers that are called first. It holds the prepared source until it is over. */
export class StartWait {
  /** Media time before which it does not begin, as it was appointed. */
  readonly appointedUs: number;
  readonly #called: readonly { calling: SoundCalling; untilUs: number; release: () => void }[];
  #source: Source | null;
  #pending: number;

  /** @param nowUs from which on the loudspeakers are called */
  constructor(called: readonly Called[], source: Source, appointedUs: number, nowUs: number) {
    this.appointedUs = appointedUs;
    this.#source = source;
    const beginUs = Math.max(nowUs, appointedUs);
    this.#called = called.map(({ calling, waitS }) => ({
      ...{ calling, untilUs: beginUs + waitS * 1e6 },
      release: calling.prepare(),
    }));
    this.#pending = called.length;
  }

  /** Number of loudspeakers that it waited for when that was shown last. */
  get pending(): number {
    return this.#pending;
  }

  /** Takes in their number; returns true if it has changed. */
  shown(pending: number): boolean {
    const isNew = pending !== this.#pending;
    this.#pending = pending;
    return isNew;
  }

  /** Number of loudspeakers that it waits for. */
  pendingAt(nowUs: number): number {
    return this.#called.filter(({ calling, untilUs }) => calling.state === 'pending' && nowUs < untilUs)
      .length;
  }

  /** Drops the source: the broadcast begins at another place. */
  drop(): void {
    this.#source?.close();
    this.#source = null;
  }

  /** Gives away the source; null: it was dropped. */
  takeSource(): Source | null {
    const source = this.#source;
    this.#source = null;
    return source;
  }

  /** Lets the loudspeakers go that no sound was opened at, and drops the source. */
  end(): void {
    for (const { release } of this.#called) release();
    this.drop();
  }
}
