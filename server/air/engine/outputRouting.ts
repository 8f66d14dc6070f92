import { audioSource, playStatus } from '../../../contract/codes.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { EngineDeps } from './broadcast.ports.ts';
import type { ClaimTable } from './claimTable.ts';
import { explainClaim } from './explainTarget.ts';
import type { Broadcast } from './state/broadcast.ts';
import { openMessage } from './stream/openMessage.ts';

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
  route(terminals: Iterable<number>, nowUs: number): void;
  /** Forgets the streams of a terminal whose link is gone or new. */
  linkLost(terminal: number): void;
  /** Marks all terminals as silent when a broadcast has taken its sound back (pause) or has ended. */
  silence(b: Broadcast): void;
  /** Marks broadcasts that a report does not mention as silent at the terminal. */
  silenceOthers(terminal: number, reported: readonly { stream: number }[]): void;
  /**
   * Remembers that a person stopped the sound at a terminal, until something new plays there (status "manual
   * stop").
   */
  stoppedByHand(terminals: Iterable<number>, task: string): void;
  forget(terminal: number): void;
  /** Copies everything that the terminal is sent to a monitor, until the returned function is called. */
  monitor(terminal: number, link: TerminalLink): () => void;
}

/** Opens and closes streams at terminals as their claims require. Makes no decision of its own. */
export function createOutputRouting(
  deps: EngineDeps,
  claims: ClaimTable,
  find: (id: number) => Broadcast | undefined,
): OutputRouting {
  const { gateway } = deps;
  /** Broadcasts whose streams are open at a terminal. */
  const playingAt = new Map<number, Set<Broadcast>>();
  /** Terminals that a person silenced, with the name of the task that played. */
  const stopped = new Map<number, string>();
  /** Links of those who listen in at a terminal. */
  const monitors = new Map<number, Set<TerminalLink>>();
  const nameOf = (id: number) => find(id)?.row.name ?? null;

  function closeAt(b: Broadcast, terminal: number, nowUs: number, successor?: Broadcast): void {
    // A start at a set time is prepared ahead: until then the old sound goes on.
    const heardUs = successor?.isScheduledAhead === true ? (successor.from_us ?? 0) : 0;
    const at_us = b.stream.align(Math.max(nowUs + STOP_LEAD_US, heardUs));
    b.stream.leave(terminal, at_us);
    for (const { terminalId } of monitors.get(terminal) ?? []) b.stream.leave(terminalId, at_us);
    b.targetList.find(terminal)?.silenced();
    closed(b, terminal);
  }

  function closed(b: Broadcast, terminal: number): void {
    const playing = playingAt.get(terminal);
    playing?.delete(b);
    if (playing?.size === 0) playingAt.delete(terminal);
  }

  function openingOf(b: Broadcast, terminal: number, began_us: number, nowUs: number) {
    const claim = claims.standing(b.id, terminal);
    return openMessage(deps, { b, terminal, claim, began_us, nowUs, nameOf });
  }

  function openAt(b: Broadcast, terminal: number, nowUs: number): void {
    const link = gateway.link(terminal);
    if (link === undefined || b.from_us === null) return;
    const open = openingOf(b, terminal, b.from_us, nowUs);
    for (const one of [link, ...(monitors.get(terminal) ?? [])]) b.stream.join(one, open, nowUs);
    b.targets.get(terminal)?.opened(open.from_us);
    playingAt.set(terminal, (playingAt.get(terminal) ?? new Set()).add(b));
  }

  /**
   * Updates the playing state of a terminal: of the two broadcasts that it may play, the first that is not
   * paused.
   */
  function updatePlayingState(terminal: number, heard: readonly Broadcast[]): void {
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
        reason: explainClaim(holder, claims.standing(holder.id, terminal), find),
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
      reason: byHand ? { key: 'stopped', params: { task } } : { key: 'free', params: {} },
    });
  }

  return {
    route(terminals, nowUs) {
      for (const terminal of terminals) {
        const heard = claims.heard(terminal).flatMap((id) => find(id) ?? []);
        const [holder] = heard;
        for (const b of [...(playingAt.get(terminal) ?? [])])
          if (!heard.includes(b)) closeAt(b, terminal, nowUs, holder);
        for (const b of heard) if (!b.stream.has(terminal)) openAt(b, terminal, nowUs);
        updatePlayingState(terminal, heard);
      }
    },
    linkLost(terminal) {
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
    silenceOthers(terminal, reported) {
      for (const b of playingAt.get(terminal) ?? [])
        if (!reported.some(({ stream }) => stream === b.id)) b.targets.get(terminal)?.silenced();
    },
    monitor(terminal, link) {
      const all = monitors.get(terminal) ?? new Set<TerminalLink>();
      monitors.set(terminal, all.add(link));
      const nowUs = deps.clock.now();
      for (const b of playingAt.get(terminal) ?? [])
        if (b.from_us !== null) b.stream.join(link, openingOf(b, terminal, b.from_us, nowUs), nowUs);
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
