import { alarmState } from '../../../../contract/codes.ts';
import type { AlarmEventKind } from '../../../../contract/fieldCodes.ts';
import type { Report } from '../../../../contract/protocol/terminal.ts';
import type { TerminalLink } from '../../../site/terminals/gateway/terminals.types.ts';
import type { Engine } from '../../engine/engineApi.ts';
import { reportedStreams } from '../../engine/reportedStreams.ts';
import type { AlarmSound, Phase, RunningAlarm } from '../machine/runningAlarm.ts';

/** Reports of terminals, as the source of proof. */
export interface ProofSource {
  /** Time at which a terminal was first heard with a broadcast, epoch ms; null: not proved. */
  firstSoundAt(broadcast: number, terminal: number): number | null;
  /** The last report over the terminal's link, a new object each time; null: none, or it is offline. */
  report(terminal: number): Report | null;
}

/** Proof by the reports over the links of terminals, and by what an engine has counted from them. */
export function proofSource(
  engine: Pick<Engine, 'get'>,
  gateway: { link(terminal: number): Pick<TerminalLink, 'report'> | undefined },
): ProofSource {
  return {
    firstSoundAt(broadcast, terminal) {
      const b = engine.get(broadcast);
      return (b?.targets.get(terminal) ?? b?.former.get(terminal))?.first_sound_at ?? null;
    },
    report: (terminal) => gateway.link(terminal)?.report ?? null,
  };
}

export interface DeliveryLogDeps {
  proof: ProofSource;
  note(alarm: RunningAlarm, kind: AlarmEventKind, params: Record<string, number>): void;
  /** Monotonic clock, ms. */
  mono(): number;
}

/** Time after the start of a phase at which its count is noted: the 3 s of EN 54-16; ms. */
const COUNT_AFTER_MS = 3_000;
/** Time after a silence in which last reports of sound still arrive, ms. */
const SETTLED_MS = 1_200;
/** Time by which every connected terminal has reported again, ms. */
const SILENT_MS = 4_000;

/** Tells if a report says that a broadcast is heard. */
function plays(report: Report | null, broadcast: number | null): boolean {
  if (report === null || broadcast === null) return false;
  return reportedStreams(report).some(({ stream, state }) => stream === broadcast && state === 'playing');
}

/**
 * Timeline entries of where an alarm was heard: each phase notes how many terminals have sounded and how
 * soon, from their own reports, which come up to a second after the sound, so also after a silence that
 * followed at once; a silence notes how many terminals have reported silence since.
 */
export function createDeliveryLog({ proof, note, mono }: DeliveryLogDeps) {
  function take(alarm: RunningAlarm): void {
    for (const sound of alarm.sounds)
      for (const terminal of sound.targets.keys()) {
        if (sound.heard.has(terminal)) continue;
        const sounded = sound.broadcast === null ? null : proof.firstSoundAt(sound.broadcast, terminal);
        const at = sound.confirmed.get(terminal) ?? sounded;
        if (at !== null) sound.heard.set(terminal, at);
      }
  }

  function hearing({ sounds }: RunningAlarm, phase: Phase) {
    const own = sounds.filter(({ step }) => step === phase.step);
    const targets = new Set(own.flatMap((sound) => [...sound.targets.keys()]));
    const heard = new Map<number, number>();
    for (const sound of own)
      for (const [terminal, at] of sound.heard)
        if (targets.has(terminal)) heard.set(terminal, Math.min(at, heard.get(terminal) ?? at));
    const last = [...heard.values()].reduce((most, at) => Math.max(most, at), phase.at);
    return { n: heard.size, targets: targets.size, last };
  }

  function logReached(
    alarm: RunningAlarm,
    phase: Phase,
    { n, targets, last }: ReturnType<typeof hearing>,
  ): void {
    phase.loggedCount = n;
    const ms = n === 0 ? mono() - phase.since : last - phase.at;
    note(alarm, 'reached', { n, targets, ms: Math.round(ms) });
  }

  function lookAtPhase(alarm: RunningAlarm, phase: Phase): void {
    const found = hearing(alarm, phase);
    if (found.targets === 0) return;
    const isFirst = phase.loggedCount === null && found.n > 0;
    const isAll = found.n === found.targets && phase.loggedCount !== found.n && !phase.isWhole;
    const isLate = !phase.isLate && mono() - phase.since >= COUNT_AFTER_MS;
    if (isAll) phase.isWhole = true;
    if (isLate || isAll) phase.isLate = true;
    if (isFirst || isAll || (isLate && !phase.isWhole)) logReached(alarm, phase, found);
  }

  function lookAtSilence(alarm: RunningAlarm): void {
    const { silencing } = alarm;
    if (silencing === null) return;
    const heard = alarm.sounds.flatMap((sound) =>
      [...sound.heard.keys()].map((terminal) => ({ sound, terminal })),
    );
    const all = new Set(heard.map(({ terminal }) => terminal));
    const isOpen = ({ sound, terminal }: { sound: AlarmSound; terminal: number }) => {
      const report = proof.report(terminal);
      return report === silencing.reports.get(terminal) || plays(report, sound.broadcast);
    };
    const open = new Set(heard.filter(isOpen).map(({ terminal }) => terminal));
    const elapsed = mono() - silencing.since;
    if (elapsed < SETTLED_MS || (elapsed < SILENT_MS && (open.size > 0 || all.size === 0))) return;
    alarm.silencing = null;
    if (all.size > 0) note(alarm, 'fell_silent', { n: all.size - open.size, of: all.size });
  }

  /** Notes the final count of the last phase before it ends. */
  function close(alarm: RunningAlarm): void {
    const { phase } = alarm;
    if (phase === null) return;
    take(alarm);
    const found = hearing(alarm, phase);
    if (found.targets > 0 && found.n !== phase.loggedCount) logReached(alarm, phase, found);
    alarm.phase = null;
  }

  return {
    close,
    /** Begins the phase of a step that was reached. */
    begin(alarm: RunningAlarm, step: number): void {
      const at = alarm.row.step_at ?? alarm.row.began_at;
      alarm.phase = { step, at, since: mono(), loggedCount: null, isWhole: false, isLate: false };
    },
    silenced(alarm: RunningAlarm): void {
      const all = alarm.sounds.flatMap(({ targets }) => [...targets.keys()]);
      const reports = new Map(all.map((terminal) => [terminal, proof.report(terminal)]));
      alarm.silencing = { since: mono(), reports };
    },
    /** Notes everything that has been proved by now. */
    look(alarm: RunningAlarm): void {
      if (alarm.row.state !== alarmState.alarming) return;
      take(alarm);
      if (alarm.phase !== null) lookAtPhase(alarm, alarm.phase);
      lookAtSilence(alarm);
    },
  };
}
