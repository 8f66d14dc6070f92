import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { busyPolicy } from '../../../contract/codes.ts';
import type { TalkStart, ToTalker } from '../../../contract/protocol/talk.ts';
import type { AdoptedTerminal } from '../../site/terminals/directory.ts';
import type { OnTurn } from '../queue/queue.types.ts';
import type { Meeting, StartQueue } from '../queue/startQueue.ts';
import { isEmergency, kindOf, type Speaker, type TalkRequest, type TalksDeps, talkTargets } from './talks.ts';

/** Needs of a connection that can talk. */
export interface TalkSessionDeps extends TalksDeps {
  queue: StartQueue;
}

/** A talk with its targets, and the id of its broadcast. */
export interface ResolvedTalk {
  id: number;
  speaker: Speaker;
  request: TalkRequest;
}

/**
 * Decides about a page by its policy for busy terminals. All-calls and the emergency microphone never wait.
 * @throws AppError 404 for targets that are not available, 999 when there is none, 409 when they are busy
 */
export function meetTerminals(
  deps: TalkSessionDeps,
  { id, speaker, request }: ResolvedTalk,
  { busy_policy, wait_s }: Pick<TalkStart, 'busy_policy' | 'wait_s'>,
  turn: OnTurn,
): Meeting {
  const terminals: AdoptedTerminal[] = talkTargets(deps, speaker.scope, request);
  if (terminals.length === 0) throw new AppError(errorCode.refused, 'broadcast.noDevices');
  const { title: name, priority, mode } = request;
  const emergency = isEmergency(mode);
  return deps.queue.meet(
    {
      ...{ id, name, terminals, wait_s, startedBy: speaker.name, accountId: speaker.accountId },
      task: { ...kindOf(speaker), priority, emergency },
      busy_policy: emergency ? busyPolicy.preempt : busy_policy,
    },
    turn,
  );
}

/** The message to a speaker whose page waits; null: it does not wait. @param now epoch ms */
export function waitingMessage(
  queue: Pick<StartQueue, 'row'>,
  id: number,
  request: number,
  now: number,
): Extract<ToTalker, { type: 'talk.waiting' }> | null {
  const row = queue.row(id);
  if (row === undefined) return null;
  const left = (at: number) => Math.max(0, Math.round(at - now));
  return {
    ...{ type: 'talk.waiting', request, position: row.position, targets: row.targets },
    left_ms: left(row.until_at),
    waits_for: row.waits_for.map(({ name, terminals, ends_at }) => ({
      name,
      terminals,
      left_ms: ends_at === null ? null : left(ends_at),
    })),
  };
}
