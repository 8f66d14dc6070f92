import type { FastifyInstance } from 'fastify';
import type { WebSocket } from 'ws';
import { AppError, errorCode, messageText } from '../../../contract/api/errors.ts';
import { byRank } from '../../../contract/entities/tasks/queuedStart.ts';
import type { Language } from '../../../contract/language.ts';
import { addressOf } from '../../platform/http/address.ts';
import { type Pinged, startHeartbeat } from '../../platform/http/heartbeat.ts';
import { TicketPool } from '../../platform/http/ticketPool.ts';
import { POLICY } from '../../platform/http/ticketSocket.ts';
import { ticketUpgrade } from '../../platform/http/ticketUpgrade.ts';
import { Uplinks } from '../../site/terminals/gateway/uplinks.ts';
import { talkMessages } from '../talk/talkMessages.ts';
import { type Talker, TalkSession } from '../talk/talkSession.ts';
import type { Speaker } from '../talk/talks.ts';
import type { TalkSessionDeps } from '../talk/waitingPage.ts';
import { endTexts, type HeldLink, type HeldLinks, type LinkEnd } from './heldLinks.ts';
import { mustBeHttps } from './mustBeHttps.ts';
import type { TalkLinkService } from './talkLink.service.ts';

/** Lifetime of a ticket, ms: a phone may have to ask its user for the microphone first. */
const TICKET_MS = 60_000;
const HEARTBEAT_MS = 10_000;

export interface PhoneSocketDeps extends TalkSessionDeps {
  links: HeldLinks;
  service: Pick<TalkLinkService, 'mustHaveMaker'>;
}

interface Admitted {
  /** Id of the link: each has tickets of its own. */
  accountId: number;
  link: HeldLink;
  lang: Language;
}

/** Opens the sockets of phones; `ticket` issues the one-time ticket of a phone's next talk. */
export function phoneSocket(app: FastifyInstance, deps: PhoneSocketDeps) {
  const tickets = new TicketPool<Admitted>(TICKET_MS, () => performance.now());
  const members = new Set<Pinged>();
  const stopHeartbeat = startHeartbeat(() => members, HEARTBEAT_MS, {
    silent: ({ socket }) => socket.terminate(),
  });
  app.addHook('onClose', async () => stopHeartbeat());

  ticketUpgrade(app, '/v1/talk_link/socket', {
    take: (ticket) => tickets.take(ticket),
    async admit(request, holder) {
      mustBeHttps(request);
      await deps.service.mustHaveMaker(holder.link);
      return holder;
    },
    open(socket, holder, request) {
      const member = { socket, answered: true };
      members.add(member);
      serve(deps, socket, holder, addressOf(request));
      socket.on('close', () => members.delete(member));
      return member;
    },
  });
  return (link: HeldLink, lang: Language): string => tickets.issue({ accountId: link.row.id, link, lang });
}

/** One phone: its talk, which uses the link up, and the end of the link, which ends the talk. */
function serve(deps: PhoneSocketDeps, socket: WebSocket, { link, lang }: Admitted, ip: string): void {
  const { links } = deps;
  const { title, priority, volume, orgs } = link.row;
  let speaker: Speaker | null = null;
  const talker: Talker = {
    language: lang,
    uplinks: new Uplinks(),
    send(message) {
      if (message.type === 'talk.granted') links.speaks(link, message.stream);
      socket.send(JSON.stringify(message));
      if (message.type !== 'talk.ended') return;
      links.end(link, 'used');
      socket.close();
    },
    permit() {
      if (speaker === null || link.ended !== null)
        throw new AppError(errorCode.forbidden, endTexts[link.ended ?? 'denied']);
      return { speaker, title, priority };
    },
  };
  const session = new TalkSession(deps, talker);

  /** The targets are those of the link, and the rank is that of a page, whatever the phone asks for. */
  async function start(request: number): Promise<void> {
    try {
      const maker = await deps.service.mustHaveMaker(link);
      const { name, accountId, code, scope } = maker;
      speaker = { name, accountId, code, ip, scope, phone: true };
    } catch (error) {
      const key = error instanceof AppError ? error.key : 'common.serverBusy';
      const code = error instanceof AppError ? 'denied' : 'busy';
      return socket.send(
        JSON.stringify({ type: 'talk.refused', request, code, message: messageText(key, lang) }),
      );
    }
    if (socket.readyState !== socket.OPEN) return;
    const targets = { all: false, orgs, groups: [], devices: [] };
    session.start({ type: 'talk.start', request, mode: 'page', targets, priority, volume, ...byRank });
  }

  const hangUp = (end: LinkEnd): void => {
    const talk = session.talk;
    // Words that were said in time are still heard.
    if (end === 'expired' && talk !== null) session.stop(talk.id);
    else {
      session.deny(endTexts[end]);
      socket.close(POLICY, end);
    }
  };
  // A second page of the same phone takes over; the first one may be a page that is gone.
  link.hangUp?.('used');
  link.hangUp = hangUp;
  const close = (code: number, reason: string) => socket.close(code, reason);
  socket.on(
    'message',
    talkMessages(
      { close },
      {
        uplinks: talker.uplinks,
        start: ({ request }) => void start(request),
        stop: (stream) => session.stop(stream),
      },
    ),
  );
  socket.on('close', () => {
    if (link.hangUp === hangUp) link.hangUp = null;
    session.leave();
  });
}
