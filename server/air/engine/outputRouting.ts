import { audioSource, playStatus } from '../../../contract/codes.ts';
import type { Why } from '../../../contract/entities/terminals/device.ts';
import { proofOf } from '../../site/terminals/gateway/proofAge.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { EngineDeps } from './broadcast.ports.ts';
import type { ClaimTable } from './claimTable.ts';
import { explainClaim, explainTarget } from './explainTarget.ts';
import type { OpenMessage } from './receiver.ts';
import type { RunningBroadcast } from './runningBroadcast.ts';
import type { Target, TargetState } from './target.ts';

/** Sources of silence and of the self-test tone: a terminal that plays them counts as quiet. */
const quietSources: ReadonlySet<number> = new Set([audioSource.none, audioSource.controlTask]);

/**
 * Sound that is still played after a stop, a pause or a pre-emption, µs: long enough for the message to reach
 * the terminal in time, short enough to be heard as "at once" (150 ms with the buffer of a sound card).
 */
export const STOP_LEAD_US = 40_000;

/** Output routing of terminals: which broadcasts each terminal plays. */
export interface OutputRouting {
  /** Routes terminals by their claims: closes and opens streams, and updates their playing state. */
  settle(terminals: Iterable<number>, now_us: number): void;
  /** Forgets the streams of a terminal whose link is gone or new. */
  unplug(terminal: number): void;
  /** Marks all terminals as silent when a broadcast has taken its sound back (pause) or has ended. */
  silence(b: RunningBroadcast): void;
  /**
   * Remembers that a person stopped the sound at a terminal, until something new plays there (status "manual
   * stop").
   */
  stoppedByHand(terminals: Iterable<number>, task: string): void;
  forget(terminal: number): void;
  /** Sends a listener what the terminal is sent from now on, until the returned function is called. */
  shadow(terminal: number, link: TerminalLink): () => void;
  /** Marks broadcasts that a report does not mention as silent at the terminal. */
  untold(terminal: number, told: readonly { stream: number }[]): void;
  /** State of a target of a broadcast. */
  stateOf(b: RunningBroadcast, target: Target): TargetState;
  whyOf(b: RunningBroadcast, target: Target): Why;
}

/** Opens and closes streams at terminals as their claims require. Makes no decision of its own. */
export function createOutputRouting(
  deps: EngineDeps,
  claims: ClaimTable,
  broadcasts: ReadonlyMap<number, RunningBroadcast>,
): OutputRouting {
  const { gateway } = deps;
  /** Broadcasts whose streams are open at a terminal. */
  const playingAt = new Map<number, Set<RunningBroadcast>>();
  /** Terminals that a person silenced, with the name of the task that played. */
  const stopped = new Map<number, string>();
  /** Links of those who listen in at a terminal. */
  const monitors = new Map<number, Set<TerminalLink>>();
  const find = (id: number) => broadcasts.get(id);

  function stateOf(b: RunningBroadcast, target: Target): TargetState {
    const link = gateway.link(target.terminalId);
    if (link === undefined) return 'offline';
    if (!claims.heard(target.terminalId).includes(b.id)) return 'preempted';
    if (b.paused) return 'paused';
    if (!target.playing) return 'silent';
    const proof = proofOf(link.reportAgeMs, b.urgent, link.report);
    if (proof !== 'fresh') return proof === 'stale' ? 'unknown' : 'silent';
    return (deps.hearing(target.terminalId)?.audible ?? true) ? 'sounding' : 'silent';
  }

  function whyOf(b: RunningBroadcast, target: Target): Why {
    const link = gateway.link(target.terminalId);
    const isStale = link !== undefined && proofOf(link.reportAgeMs, b.urgent, link.report) !== 'fresh';
    const mute = deps.hearing(target.terminalId)?.mute ?? null;
    const report = { report: link?.report, isStale, mute };
    return explainTarget(b, stateOf(b, target), claims.standing(b.id, target.terminalId), report, find);
  }

  function closeAt(
    b: RunningBroadcast,
    terminal: number,
    now_us: number,
    successor?: RunningBroadcast,
  ): void {
    // A start at a set time is prepared ahead: until then the old sound goes on.
    const heard_us = successor?.appointed === true ? (successor.from_us ?? 0) : 0;
    const at_us = b.stream.align(Math.max(now_us + STOP_LEAD_US, heard_us));
    b.stream.leave(terminal, at_us);
    for (const { terminalId } of monitors.get(terminal) ?? []) b.stream.leave(terminalId, at_us);
    (b.targets.get(terminal) ?? b.former.get(terminal))?.silenced();
    closed(b, terminal);
  }

  function closed(b: RunningBroadcast, terminal: number): void {
    const playing = playingAt.get(terminal);
    playing?.delete(b);
    if (playing?.size === 0) playingAt.delete(terminal);
  }

  function openAt(b: RunningBroadcast, terminal: number, now_us: number): void {
    const link = gateway.link(terminal);
    if (link === undefined || b.from_us === null) return;
    const open = openMessage(b, terminal, b.from_us, now_us);
    for (const one of [link, ...(monitors.get(terminal) ?? [])]) b.stream.join(one, open, now_us);
    b.targets.get(terminal)?.opened(open.from_us);
    playingAt.set(terminal, (playingAt.get(terminal) ?? new Set()).add(b));
  }

  function openMessage(b: RunningBroadcast, terminal: number, began_us: number, now_us: number): OpenMessage {
    const standing = claims.standing(b.id, terminal);
    // A claim below that is only ducked is not held back.
    const over = standing?.kind === 'holds' && !standing.ducks ? standing.over : null;
    const mix = deps.mixes(terminal) && b.claim.part !== 'alone' ? b.claim.part : undefined;
    const kept = deps.kept(b, began_us);
    const left = Math.min(b.timeline.remaining(b.position_ms), b.limit_ms ?? Number.POSITIVE_INFINITY);
    return {
      type: 'stream.open',
      stream: b.id,
      broadcast: b.id,
      title: b.row.name,
      task_type: b.row.task_type,
      priority: b.row.priority,
      volume: b.row.volume,
      ...(b.urgent ? { urgent: true } : {}),
      from_us: Math.max(began_us, b.stream.align(now_us + b.stream.start_us)),
      over: over === null ? null : (find(over)?.row.name ?? null),
      began_us: began_us - b.position_ms * 1000,
      ...(Number.isFinite(left) ? { ends_us: began_us + left * 1000 } : {}),
      ...(kept === undefined ? {} : { kept }),
      ...(mix === undefined ? {} : { mix }),
    };
  }

  /**
   * Updates the playing state of a terminal: of the two broadcasts that it may play, the first that is not
   * paused.
   */
  function show(terminal: number, heard: readonly RunningBroadcast[]): void {
    const holder = heard.find((b) => !b.paused) ?? heard[0];
    if (holder !== undefined) {
      stopped.delete(terminal);
      deps.setPlaying(terminal, {
        play_status: holder.status,
        isUrgent: holder.urgent,
        levelAt: (us) => holder.stream.levelAt(us),
        isQuiet: quietSources.has(holder.row.audio_source),
        task_id: holder.id,
        tasks: holder.row.name,
        why: explainClaim(holder, claims.standing(holder.id, terminal), find),
        volume: holder.row.volume,
      });
      return;
    }
    const task = stopped.get(terminal);
    const byHand = task !== undefined;
    deps.setPlaying(terminal, {
      play_status: byHand ? playStatus.manualStop : playStatus.free,
      task_id: null,
      tasks: '',
      why: byHand ? { key: 'stopped', params: { task } } : { key: 'free', params: {} },
    });
  }

  return {
    untold(terminal, report) {
      for (const b of playingAt.get(terminal) ?? [])
        if (!report.some(({ stream }) => stream === b.id)) b.targets.get(terminal)?.silenced();
    },
    stateOf,
    whyOf,
    settle(terminals, now_us) {
      for (const terminal of terminals) {
        const heard = claims.heard(terminal).flatMap((id) => find(id) ?? []);
        const [holder] = heard;
        for (const b of [...(playingAt.get(terminal) ?? [])])
          if (!heard.includes(b)) closeAt(b, terminal, now_us, holder);
        for (const b of heard) if (!b.stream.has(terminal)) openAt(b, terminal, now_us);
        show(terminal, heard);
      }
    },
    unplug(terminal) {
      for (const b of playingAt.get(terminal) ?? []) {
        b.stream.lost(terminal);
        for (const one of monitors.get(terminal) ?? []) b.stream.lost(one.terminalId);
        b.targets.get(terminal)?.silenced();
      }
      playingAt.delete(terminal);
    },
    silence(b) {
      for (const target of b.targets.values()) target.silenced();
      if (b.ended === null) return;
      for (const terminal of b.targets.keys()) closed(b, terminal);
    },
    shadow(terminal, link) {
      const all = monitors.get(terminal) ?? new Set<TerminalLink>();
      monitors.set(terminal, all.add(link));
      const now_us = deps.clock.now();
      for (const b of playingAt.get(terminal) ?? [])
        if (b.from_us !== null) b.stream.join(link, openMessage(b, terminal, b.from_us, now_us), now_us);
      return () => {
        all.delete(link);
        if (all.size === 0) monitors.delete(terminal);
        for (const b of playingAt.get(terminal) ?? []) b.stream.lost(link.terminalId);
      };
    },
    stoppedByHand(terminals, task) {
      for (const terminal of terminals) stopped.set(terminal, task);
    },
    forget(terminal) {
      stopped.delete(terminal);
      playingAt.delete(terminal);
    },
  };
}
