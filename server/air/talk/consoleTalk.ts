import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import { audioSource, busyPolicy, taskType } from '../../../contract/codes.ts';
import { airPreview as airPreviewOut } from '../../../contract/entities/tasks/broadcast.ts';
import { type TalkMode, type TalkStart, talkPreview } from '../../../contract/protocol/talk.ts';
import { systemName } from '../../../contract/systemName.ts';
import type { Caller, Callers } from '../../platform/auth/callers.ts';
import type { Idle } from '../../platform/auth/idle.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { type Peer, ticketSocket } from '../../platform/http/ticketSocket.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { SilenceReasonDeps } from '../../site/faults/silenceReason.ts';
import { Uplinks } from '../../site/terminals/gateway/uplinks.ts';
import { airPreview } from '../broadcast/dryRun.ts';
import type { TaskWeights } from '../engine/rank.ts';
import { talkMessages } from './talkMessages.ts';
import { type Talker, TalkSession } from './talkSession.ts';
import { isEmergency, talkTargets } from './talks.ts';
import type { TalkSessionDeps } from './waitingPage.ts';

/** Permission that each mode of talking needs. */
export const talkRights = {
  page: 'caster_broadcast',
  all_call: 'all_call_broadcast',
  emergency: 'emergency_broadcast',
} as const satisfies Record<TalkMode, PermissionKey>;

const anyRight = ['caster_broadcast', 'all_call_broadcast', 'emergency_broadcast'] as const;

export interface ConsoleTalkDeps extends TalkSessionDeps, SilenceReasonDeps {
  callers: Callers;
  weights(): TaskWeights;
  voiceMix(): boolean;
  idle: Pick<Idle, 'hold'>;
}

/** `POST /v1/talk/preview`: tells who would hear a talk and what it would interrupt, before it starts. */
function previewing(app: FastifyInstance, deps: ConsoleTalkDeps): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/v1/talk/preview',
    {
      config: { access: anyRight, fromSnapshot: true },
      schema: { tags: ['task'], body: talkPreview, response: { 200: envelope(airPreviewOut) } },
    },
    async (request) => {
      const { mode, priority, busy_policy, wait_s } = request.body;
      const caller = callerOf(request);
      if (!caller.permissions.has(talkRights[mode]))
        throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const talk = {
        task_type: taskType.realTime,
        audio_source: audioSource.microphone,
        priority,
        emergency: isEmergency(mode),
      };
      const on = {
        ...deps,
        weights: deps.weights(),
        voiceMix: deps.voiceMix(),
        now: Math.floor(Date.now() / 1000),
      };
      const terminals = talkTargets(deps, caller.scope, request.body);
      // All-calls and the emergency microphone never wait.
      const policy = { busy_policy: talk.emergency ? busyPolicy.preempt : busy_policy, wait_s };
      const outcome = deps.queue.preview({ task: talk, terminals, ...policy });
      return ok(request, airPreview(on, talk, terminals, outcome));
    },
  );
}

/** Microphone of the console: the `/v1/talk` socket (messages: contract/protocol/talk.ts). */
export function consoleTalk(app: FastifyInstance, deps: ConsoleTalkDeps): void {
  previewing(app, deps);
  ticketSocket(app, deps.callers, '/v1/talk', anyRight, (peer) => {
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
    const session = new TalkSession(deps, talker);
    // A login is not idle while its user speaks.
    const release = deps.idle.hold(peer.caller.sessionId);
    const uplinks = talker.uplinks;
    return {
      message: talkMessages(peer, {
        uplinks,
        start: (request) => void session.start(request),
        stop: (stream) => session.stop(stream),
      }),
      checked() {
        const talk = session.talk;
        const targets = talk === null ? session.waitingFor : [...talk.broadcast.targets.keys()];
        if (targets.length === 0) return true;
        const reaches = targets.every((id) =>
          inScope(peer.caller.scope, deps.directory.byId(id)?.org ?? null),
        );
        if (!peer.caller.permissions.has(talkRights[mode]) || !reaches) session.deny();
        return true;
      },
      closed() {
        release();
        session.leave();
      },
    };
  });
}

function permit(peer: Peer, request: TalkStart) {
  const { caller } = peer;
  if (!caller.permissions.has(talkRights[request.mode]))
    throw new AppError(errorCode.forbidden, 'auth.noPermission');
  const { name, accountId, code, scope } = caller as Caller;
  const title = systemName(request.mode, name);
  return { speaker: { name, accountId, code, ip: peer.ip, scope }, title, priority: request.priority };
}
