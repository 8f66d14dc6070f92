import type { ToTerminal } from '../../../contract/protocol/terminal.ts';
import type { TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { EngineDeps } from './broadcast.ports.ts';
import type { ClaimTable } from './claimTable.ts';
import type { Broadcast } from './state/broadcast.ts';
import { createShownPlaying } from './state/shownPlaying.ts';
import { continuationOf } from './stream/continuation.ts';
import { OpenMessages } from './stream/openMessage.ts';
import type { OpenMessage } from './stream/receiver.ts';
import { joinLead } from './stream/startLead.ts';

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
  /** Sends a monitor what the terminal is sent from now on, until the returned function is called. */
  monitor(terminal: number, link: TerminalLink): () => void;
}

type Messages = readonly ToTerminal[];

/** Terminals that are routed together. */
interface Routing {
  nowUs: number;
  messages: OpenMessages;
  /** Broadcasts whose streams were opened. */
  opened: Set<Broadcast>;
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
  const playing = createShownPlaying(deps, claims, find);
  /** Links of those who listen in at a terminal. */
  const monitors = new Map<number, Set<TerminalLink>>();
  const nameOf = (id: number) => find(id)?.row.name ?? null;

  /** Ends a broadcast at a terminal. Returns the messages that tell the terminal. */
  function closeAt(b: Broadcast, terminal: number, nowUs: number, successor?: Broadcast) {
    // A start at a set time is prepared ahead: until then the old sound goes on.
    const heardUs = successor?.isScheduledAhead === true ? (successor.from_us ?? 0) : 0;
    const at_us = b.stream.align(Math.max(nowUs + STOP_LEAD_US, heardUs));
    const messages = b.stream.remove(terminal, at_us);
    for (const { terminalId } of monitors.get(terminal) ?? []) b.stream.leave(terminalId, at_us);
    b.targetList.find(terminal)?.silenced();
    closed(b, terminal);
    return messages;
  }

  function closed(b: Broadcast, terminal: number): void {
    const playing = playingAt.get(terminal);
    playing?.delete(b);
    if (playing?.size === 0) playingAt.delete(terminal);
  }

  /** Media time from which on a terminal can play what is sent now. */
  const readyAt = (b: Broadcast, terminal: number, nowUs: number) =>
    nowUs + joinLead(gateway.link(terminal)?.leadUs ?? b.stream.unknownUs, b.urgent || b.stream.isLive);

  /** Message that opens a broadcast at a terminal, after the sound of it that the terminal has (`heldUs`). */
  function openingOf(
    b: Broadcast,
    terminal: number,
    began_us: number,
    { nowUs, messages }: Routing,
    heldUs: number | null = null,
  ): OpenMessage {
    const claim = claims.standing(b.id, terminal);
    return messages.of({ b, terminal, claim, began_us, readyUs: readyAt(b, terminal, nowUs), heldUs });
  }

  /** Opens a broadcast at a terminal. @param ends messages that are sent with the opening */
  function openAt(
    b: Broadcast,
    link: TerminalLink,
    began_us: number,
    routing: Routing,
    ends: Messages,
  ): void {
    const { terminalId } = link;
    const { nowUs } = routing;
    const readyUs = readyAt(b, terminalId, nowUs);
    const { fromUs, isStale } = continuationOf(link.held, b.stream, nowUs, readyUs);
    const open = openingOf(b, terminalId, began_us, routing, fromUs);
    const { from_us } = open;
    const before: Messages = isStale ? [...ends, { type: 'stream.flush', stream: b.id, from_us }] : ends;
    // One with a long delay has its first sound at once.
    const heldUs = fromUs === null ? ((link.delivery && link.leadUs) ?? 0) : fromUs - nowUs;
    b.stream.join({ link, open, before, heldUs }, nowUs);
    listenersJoin(b, terminalId, began_us, routing);
    b.targets.get(terminalId)?.opened(from_us);
    playingAt.set(terminalId, (playingAt.get(terminalId) ?? new Set()).add(b));
  }

  /** Opens a broadcast for those who listen in at a terminal. */
  function listenersJoin(b: Broadcast, terminal: number, began_us: number, routing: Routing): void {
    const listeners = monitors.get(terminal);
    if (listeners === undefined) return;
    const open = openingOf(b, terminal, began_us, routing);
    for (const link of listeners) b.stream.join({ link, open }, routing.nowUs);
  }

  /** Closes and opens the streams of a terminal. */
  function switchAt(terminal: number, heard: readonly Broadcast[], routing: Routing): void {
    const { nowUs, opened } = routing;
    const link = gateway.link(terminal);
    const [holder] = heard;
    let ends: Messages = [];
    for (const b of [...(playingAt.get(terminal) ?? [])])
      if (!heard.includes(b)) ends = [...ends, ...closeAt(b, terminal, nowUs, holder)];
    for (const b of heard) {
      if (link === undefined || b.from_us === null || b.stream.has(terminal)) continue;
      openAt(b, link, b.from_us, routing, ends);
      ends = [];
      opened.add(b);
    }
    for (const message of ends) link?.send(message);
  }

  const routingAt = (nowUs: number): Routing => ({
    nowUs,
    messages: new OpenMessages(deps, nameOf),
    opened: new Set(),
  });

  return {
    route(terminals, nowUs) {
      const routed = [...terminals].map((terminal) => ({
        terminal,
        heard: claims.heard(terminal).flatMap((id) => find(id) ?? []),
      }));
      const routing = routingAt(nowUs);
      for (const { terminal, heard } of routed) switchAt(terminal, heard, routing);
      // The sound goes out before the console is told.
      for (const b of routing.opened) b.stream.tick(nowUs);
      for (const { terminal, heard } of routed) playing.show(terminal, heard);
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
      const routing = routingAt(nowUs);
      for (const b of playingAt.get(terminal) ?? [])
        if (b.from_us !== null)
          b.stream.join({ link, open: openingOf(b, terminal, b.from_us, routing) }, nowUs);
      return () => {
        all.delete(link);
        if (all.size === 0) monitors.delete(terminal);
        for (const b of playingAt.get(terminal) ?? []) b.stream.lost(link.terminalId);
      };
    },
    stoppedByHand: playing.stoppedByHand,
    forget(terminal) {
      playing.forget(terminal);
      playingAt.delete(terminal);
    },
  };
}
