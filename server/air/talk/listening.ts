import type { FastifyInstance } from 'fastify';
import { messageText } from '../../../contract/api/errors.ts';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { type ListenRequest, listenRequest, type ToListener } from '../../../contract/protocol/listen.ts';
import type { Callers } from '../../platform/auth/callers.ts';
import type { MediaClock } from '../../platform/clock/mediaClock.ts';
import { type Peer, POLICY, ticketSocket } from '../../platform/http/ticketSocket.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import type { Engine } from '../engine/engineApi.ts';
import type { Journal } from '../journal/journal.ts';
import { journalAction } from '../journal/journalAction.ts';
import type { Captures } from './captures.ts';
import type { Listeners } from './listeners.ts';
import { MonitorLink } from './monitorLink.ts';
import type { TalkingCall } from './talkingCall.ts';
import type { TerminalTalk } from './terminalTalk.ts';

export interface ListeningDeps {
  journal: Pick<Journal, 'add' | 'safe'>;
  callers: Callers;
  clock: MediaClock;
  directory: Directory;
  listeners: Listeners;
  engine: Engine;
  captures: Captures;
  stations: TerminalTalk;
  calls: {
    /** Sound of the call that a station is in; null: no call is connected. */
    talking(station: number): TalkingCall | null;
  };
}

/**
 * Buffered bytes beyond which a slow listener gets no more packets until it has caught up: about four
 * seconds.
 */
const BUSY_BYTES = 32_768;
/** Close code of a socket whose call has ended. */
const FINISHED = 1000;

/**
 * Listening in at `/v1/listen` (contract/protocol/listen.ts): announced at the terminal, shown in its row, and in the
 * audit log.
 */
export function listening(app: FastifyInstance, deps: ListeningDeps): void {
  const { directory, engine, listeners } = deps;

  /** Sends a listener the requested sound until the returned function is called. */
  function open(peer: Peer, { terminal, what, channel }: ListenRequest): () => void {
    const send = (stream: number, at_us: number, packet: Uint8Array) => {
      if (peer.socket.bufferedAmount < BUSY_BYTES)
        peer.socket.send(encodeAudioFrame({ stream, at_us, packets: [packet] }));
    };
    if (what === 'call') {
      const listener = {
        push: (stream: number, packet: Uint8Array) => send(stream, Math.max(0, deps.clock.now()), packet),
        ended: () => peer.close(FINISHED, 'the call is over'),
      };
      return deps.calls.talking(terminal)?.listen(listener) ?? (() => {});
    }
    if (what === 'play') {
      const monitor = new MonitorLink(deps.clock.now, send, (stream, mix) => {
        peer.socket.send(JSON.stringify({ type: 'listen.mix', stream, mix } satisfies ToListener));
      });
      const leave = engine.monitor(terminal, monitor);
      return () => {
        leave();
        monitor.close();
      };
    }
    const push = (packet: Uint8Array) => send(0, Math.max(0, deps.clock.now()), packet);
    // A call station that is talking is heard as broadcast; otherwise its microphone is opened.
    const talk = deps.stations.talkOf(terminal);
    return talk === null ? deps.captures.open(terminal, channel, { push }) : talk.feed.tap(push);
  }

  function isTheirs({ caller }: Peer, id: number): boolean {
    const terminal = directory.byId(id);
    return terminal !== undefined && inScope(caller.scope, terminal.org);
  }

  ticketSocket(app, deps.callers, '/v1/listen', ['operate_listen_in'], (peer) => {
    let held: { terminals: ReadonlyMap<number, () => void>; end: () => void; since: number } | null = null;
    const push = (message: ToListener) => peer.socket.send(JSON.stringify(message));

    function record(action: string, terminal: number, after: Record<string, unknown>): void {
      const entry = { action, entity: 'device', entity_id: terminal, ip: peer.ip, after };
      void journalAction(deps.journal, 'site', peer.caller, entry);
    }
    function stop(): void {
      if (held === null) return;
      const { terminals, end, since } = held;
      held = null;
      end();
      for (const [terminal, remove] of terminals) {
        remove();
        record('listen_end', terminal, { seconds: Math.round((performance.now() - since) / 1000) });
      }
    }
    function start(data: string): void {
      const request = parse(data);
      if (request === null) {
        peer.close(POLICY, 'not understood');
        return;
      }
      stop();
      const { what, channel } = request;
      const terminal = directory.byId(request.terminal);
      const call = what === 'call' ? deps.calls.talking(request.terminal) : null;
      const terminals = call?.stations ?? [request.terminal];
      // Both sides of a call are heard: both must be within the listener's zones.
      if (terminal === undefined || !terminals.every((id) => isTheirs(peer, id))) {
        push({ type: 'listen.refused', message: messageText('terminal.notFound', peer.lang) });
        return;
      }
      const { name } = terminal.settings;
      if (what === 'call' && call === null) {
        push({ type: 'listen.refused', message: messageText('call.noCall', peer.lang, { name }) });
        return;
      }
      const others = listeners.count(terminal.id);
      const message = others === 0 ? '' : messageText('terminal.subscribed', peer.lang);
      push({ type: 'listening', name, others, message });
      const added = terminals.map((id) => [id, listeners.add(id, peer.lang)] as const);
      held = { terminals: new Map(added), end: open(peer, request), since: performance.now() };
      for (const id of terminals) record('listen', id, { what, channel });
    }
    return {
      message: (data, isBinary) => (isBinary ? peer.close(POLICY, 'not understood') : start(String(data))),
      checked() {
        return [...(held?.terminals.keys() ?? [])].every((id) => isTheirs(peer, id));
      },
      closed: stop,
    };
  });
}

function parse(data: string) {
  try {
    return listenRequest.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
