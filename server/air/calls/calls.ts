import type { FastifyInstance } from 'fastify';
import { messageText } from '../../../contract/api/errors.ts';
import { callMode } from '../../../contract/codes.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { CallEnd, CallLive, CallMessage, CallState } from '../../../contract/protocol/call.ts';
import type { LiveHub } from '../../platform/live/hub.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import type { TerminalGateway, TerminalLink } from '../../site/terminals/gateway/terminals.types.ts';
import type { QuickCodes } from '../quickCodes/quickCodes.ts';
import type { CallListener, TalkingCall } from '../talk/talkingCall.ts';
import type { TalksDeps } from '../talk/talks.ts';
import { callRoutes } from './call.routes.ts';
import { type OpenDirection, startDirection } from './callSound.ts';
import { createDialling } from './dialling.ts';
import { findCalled, isStation, type NumbersDeps } from './numbers.ts';
import { type Call, Switchboard } from './switchboard.ts';

export interface CallsDeps extends TalksDeps, NumbersDeps {
  quickCodes: Pick<QuickCodes, 'byCode' | 'run' | 'record'>;
  directory: Directory;
  gateway: TerminalGateway;
  live: LiveHub;
  /** Tells if a station is paging. */
  isPaging(terminalId: number): boolean;
  log: { error(details: object, message: string): void };
}

/** Interval of the check for calls that have rung long enough, ms. */
const TICK_MS = 250;

/** Data of a call beside its state. */
interface Line {
  since: number;
  answered_at: number | null;
  /** The sound of each station, by station. */
  ways: Map<number, OpenDirection>;
  listeners: Set<CallListener>;
}

/** Settings of a station for the calls that it makes. */
function callSettings(station: AdoptedTerminal) {
  const { kind, details } = station.row;
  if (kind === 'dialogue') {
    const { priority, call_mode } = settingsOf('dialogue', details);
    return { priority, mode: call_mode };
  }
  return { priority: settingsOf('caster', details).priority, mode: callMode.default };
}

/**
 * Two-way calls between stations: permissions, state messages to stations, sound, and the live topic `call`.
 */
export function createCalls(deps: CallsDeps) {
  const { directory, gateway } = deps;
  const topic = deps.live.topic<CallLive>('call');
  const lines = new Map<number, Line>();
  /** Last message to each station, to send only changes. */
  const lastSent = new Map<number, string>();
  const wall = () => Math.floor(Date.now() / 1000);
  const nameOf = (id: number) => directory.byId(id)?.settings.name ?? '';
  const numberOf = (id: number) => directory.byId(id)?.row.call_number ?? '';

  function sendState(id: number, state: CallState): void {
    const text = JSON.stringify(state);
    if (lastSent.get(id) === text) return;
    if (state.state === 'ended') lastSent.delete(id);
    else lastSent.set(id, text);
    gateway.link(id)?.send(state);
  }

  function rowOf(call: Call, line: Line): CallLive {
    const callees = call.callee === null ? [...call.ringing] : [call.callee];
    const orgs = [call.caller, ...callees].flatMap((id) => directory.byId(id)?.org ?? []);
    const caller = directory.byId(call.caller);
    return {
      id: call.id,
      org: orgs.length === 0 ? null : [...new Set(orgs)],
      state: call.state,
      caller: call.caller,
      caller_name: nameOf(call.caller),
      callees,
      callee_name: call.callee === null ? call.name : nameOf(call.callee),
      number: call.number,
      priority: call.priority,
      mode: caller === undefined ? callMode.default : callSettings(caller).mode,
      since: line.since,
      answered_at: line.answered_at,
    };
  }

  function sendStates(call: Call, line: Line): void {
    const { id, priority, caller, callee } = call;
    const common = { type: 'call.state', call: id, priority } as const;
    const stream = (station: number) => {
      const way = line.ways.get(station);
      return way === undefined ? {} : { stream: way.stream };
    };
    const peer = { name: callee === null ? call.name : nameOf(callee), number: call.number };
    const from = { name: nameOf(caller), number: numberOf(caller) };
    if (callee === null) sendState(caller, { ...common, state: 'calling', peer });
    else {
      sendState(caller, { ...common, state: 'talking', peer, ...stream(caller) });
      sendState(callee, { ...common, state: 'talking', peer: from, ...stream(callee) });
    }
    for (const station of call.ringing) sendState(station, { ...common, state: 'ringing', peer: from });
  }

  async function connect(call: Call, line: Line, callee: number): Promise<void> {
    const mode = callSettings(directory.byId(call.caller) as AdoptedTerminal).mode;
    const ways = [
      [call.caller, callee],
      [callee, call.caller],
    ] as const;
    // After the message of the answer, because a direction may end at once.
    await Promise.resolve();
    for (const [from, to] of ways) {
      const [station, other] = [directory.byId(from), directory.byId(to)];
      const link = gateway.link(from);
      if (lines.get(call.id) !== line) return;
      if (station === undefined || other === undefined || link === undefined) continue;
      const ended = () => board.hangUp(from, call.id, 'by_operator');
      const way = startDirection(deps, { station, link, other }, { ...call, mode }, ended);
      if (lines.get(call.id) !== line) return way.stop();
      line.ways.set(from, way);
      way.feed.tap((packet) => {
        for (const listener of line.listeners) listener.push(way.stream, packet);
      });
    }
    if (lines.get(call.id) === line) sendStates(call, line);
  }

  const isTaken = (id: number) => deps.isPaging(id) || gateway.link(id)?.speech != null;
  const board: Switchboard = new Switchboard({
    now: () => performance.now(),
    isOnline: (id) => gateway.link(id) !== undefined,
    isTaken,
    changed(call) {
      let line = lines.get(call.id);
      if (line === undefined) {
        line = { since: wall(), answered_at: null, ways: new Map(), listeners: new Set() };
        lines.set(call.id, line);
      }
      if (call.callee !== null && line.answered_at === null) {
        line.answered_at = wall();
        connect(call, line, call.callee).catch((error) => {
          deps.log.error({ err: error }, 'the audio of a call could not be connected');
          board.hangUp(call.caller, call.id, 'lost');
        });
      }
      sendStates(call, line);
      topic.upsert(rowOf(call, line));
    },
    left(station, call, reason) {
      const link = gateway.link(station);
      const isCaller = call === null || call.caller === station;
      const peer =
        call === null
          ? { name: '', number: '' }
          : isCaller
            ? { name: call.name, number: call.number }
            : { name: nameOf(call.caller), number: numberOf(call.caller) };
      sendState(station, {
        type: 'call.state',
        call: call?.id ?? 0,
        state: 'ended',
        peer,
        priority: call?.priority ?? 0,
        reason,
        message: messageText(`call.end.${reason}`, link?.language ?? 'cn'),
      });
    },
    ended(call) {
      const line = lines.get(call.id);
      lines.delete(call.id);
      topic.remove(call.id);
      for (const way of line?.ways.values() ?? []) way.stop();
      for (const listener of line?.listeners ?? []) listener.ended();
    },
  });

  /** @returns the reason of a failure; null: it rings, or is connected */
  function dial(
    station: AdoptedTerminal,
    number: string,
    called = findCalled(deps, station, number.trim().toUpperCase()),
  ): CallEnd | null {
    const { priority, mode } = callSettings(station);
    const through = mode === callMode.through;
    const made = board.dial({ caller: station.id, number, priority, through, called });
    return typeof made === 'string' ? made : null;
  }

  const dialling = createDialling({
    ...deps,
    isFree: (id) => board.callOf(id) === undefined && !isTaken(id),
    call: dial,
    over: (id, peer, reason, message) =>
      sendState(id, { type: 'call.state', call: 0, state: 'ended', peer, priority: 0, reason, message }),
  });

  function take(link: TerminalLink, message: CallMessage): void {
    const station = directory.byId(link.terminalId);
    if (!isStation(station)) return;
    if (message.type === 'call.dial') void dialling.dial(station, link, message.number);
    else if (message.type === 'call.answer') board.answer(station.id, message.call);
    else board.hangUp(station.id, message.call);
  }

  const unsubscribe = gateway.subscribe({
    call: take,
    offline(id) {
      lastSent.delete(id);
      board.lost(id);
    },
    removed(id) {
      dialling.gone(id);
      board.lost(id);
    },
  });
  const timer = setInterval(() => board.tick(), TICK_MS);
  timer.unref();

  const control = {
    dial,
    /** Ends the call, or the speech for which it was rung, of a station. @returns false when it has none */
    hangUp(station: number): boolean {
      const call = board.callOf(station);
      const speech = gateway.link(station)?.speech ?? null;
      speech?.end();
      if (call === undefined) return speech !== null;
      board.hangUp(call.caller, call.id, 'by_operator');
      return true;
    },
  };
  return {
    ...control,
    /** Tells if a station can call a number; a quick code that acts is none. */
    canCall(id: number, number: string): boolean {
      const station = directory.byId(id);
      return isStation(station) && dialling.canCall(station, number);
    },
    callOf: (station: number) => board.callOf(station),
    /** Sound of the call that a station is in; null: no call is connected. */
    talking(station: number): TalkingCall | null {
      const call = board.callOf(station);
      const line = call && lines.get(call.id);
      if (call?.callee == null || line === undefined) return null;
      return {
        stations: [call.caller, call.callee],
        listen(listener) {
          line.listeners.add(listener);
          return () => void line.listeners.delete(listener);
        },
      };
    },
    routes: (app: FastifyInstance) => callRoutes(app, { ...deps, calls: control }),
    close() {
      clearInterval(timer);
      unsubscribe();
      for (const line of lines.values()) for (const way of line.ways.values()) way.stop();
    },
  };
}
export type Calls = ReturnType<typeof createCalls>;
