import type { FastifyInstance } from 'fastify';
import { AppError, errorCode, messageText } from '../../contract/errors.ts';
import type { PermissionKey } from '../../contract/permissions.ts';
import { fromTalkSocket, type TalkMode, type TalkStart } from '../../contract/talk.ts';
import type { Caller, Callers } from '../auth/callers.ts';
import { type Peer, POLICY, ticketSocket } from '../http/ticketSocket.ts';
import { inScope } from '../live/scope.ts';
import { Uplinks } from '../terminals/uplinks.ts';
import { TalkDesk, type Talker } from './talkDesk.ts';
import type { TalksDeps } from './talks.ts';

/** The right that each way of speaking needs (design 8, 9). */
export const talkRights = {
  page: 'caster_broadcast',
  all_call: 'all_call_broadcast',
  emergency: 'emergency_broadcast',
} as const satisfies Record<TalkMode, PermissionKey>;

/** Messages in a second; live speech is 50. */
const MAX_MESSAGES_PER_S = 200;

const titles = {
  page: 'talk.title',
  all_call: 'talk.allCallTitle',
  emergency: 'talk.emergencyTitle',
} as const;

/** The console's microphone: `/v1/talk` (contract/talk.ts says what is sent). */
export function consoleTalk(app: FastifyInstance, deps: TalksDeps & { callers: Callers }): void {
  ticketSocket(
    app,
    deps.callers,
    '/v1/talk',
    ['caster_broadcast', 'all_call_broadcast', 'emergency_broadcast'],
    (peer) => {
      let mode: TalkMode = 'page';
      const talker: Talker = {
        language: peer.lang,
        uplinks: new Uplinks(),
        send: (message) => peer.socket.send(JSON.stringify(message)),
        permit(request) {
          mode = request.mode;
          return permit(peer, request);
        },
      };
      const desk = new TalkDesk(deps, talker);
      let second = 0;
      let messages = 0;
      return {
        message(data, isBinary) {
          const now = Math.floor(performance.now() / 1000);
          messages = now === second ? messages + 1 : 1;
          second = now;
          if (messages > MAX_MESSAGES_PER_S) peer.close(POLICY, 'too many messages');
          else if (isBinary) {
            if (!talker.uplinks.take(data)) peer.close(POLICY, 'not understood');
          } else {
            const message = parse(String(data));
            if (message === null) peer.close(POLICY, 'not understood');
            else if (message.type === 'talk.start') void desk.start(message);
            else desk.stop(message.stream);
          }
        },
        checked() {
          const talk = desk.talk;
          if (talk === null) return true;
          const targets = [...talk.broadcast.targets.keys()];
          const reaches = targets.every((id) =>
            inScope(peer.caller.scope, deps.directory.byId(id)?.org ?? null),
          );
          if (!peer.caller.permissions.has(talkRights[mode]) || !reaches) desk.deny();
          return true;
        },
        closed: () => desk.leave(),
      };
    },
  );
}

function permit(peer: Peer, request: TalkStart) {
  const { caller } = peer;
  if (!caller.permissions.has(talkRights[request.mode]))
    throw new AppError(errorCode.forbidden, 'auth.noPermission');
  const { name, accountId, code, scope } = caller as Caller;
  const title = messageText(titles[request.mode], peer.lang, { name }).slice(0, 50);
  return { speaker: { name, accountId, code, ip: peer.ip, scope }, title, priority: request.priority };
}

function parse(data: string) {
  try {
    return fromTalkSocket.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
