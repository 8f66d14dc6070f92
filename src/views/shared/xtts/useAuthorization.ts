import { useActorRef, useSelector } from '@xstate/react';
import { useLayoutEffect } from 'react';
import { waitFor } from 'xstate';
import type { Envelope } from '../../../../contract/api/envelope.ts';
import { errorCode } from '../../../../contract/api/errors.ts';
import { ApiError } from '../../../api/error.ts';
import { isOpen, type RequestIds } from '../../../machines/requests.ts';
import {
  type TtsAuthorizationEvent,
  type TtsAuthorizationRequest,
  ttsAuthorizationMachine,
} from '../../../machines/ttsAuthorization.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useRequestNames } from '../../kit/rows/useRequestNames.ts';
import type { XttsRow } from './authorization.ts';

/** Authorization machine of one TTS terminal, fed by the live feed. */
export function useAuthorization(row: XttsRow) {
  const { api } = useApp();
  const namesOf = useRequestNames();
  const { id, licenses, online } = row;
  /** Converts the error codes that this path passes to the success handler to errors of the request. */
  const perform = async (request: TtsAuthorizationRequest, signal: AbortSignal, ids: RequestIds) => {
    const { action } = request;
    const body = { id, ...(action === 'grant' ? request : { action }), ...namesOf(ids) };
    const answer = await api.whole<unknown>('post', '/v1/sys/tts_license', body, { quiet: true, signal });
    const { code, message } = answer as Envelope<unknown>;
    if (code !== 200) throw new ApiError({ code: code ?? errorCode.refused, message, body: answer });
  };
  const actor = useActorRef(ttsAuthorizationMachine, { input: { licenses, online, perform } });
  // Before the paint: no frame offers the actions of the state before.
  useLayoutEffect(
    () => actor.send({ type: 'authorization.changed', licenses, online }),
    [actor, licenses, online],
  );
  const snapshot = useSelector(actor, (state) => state);

  return {
    mayGrant: snapshot.can({ type: 'authorization.grant', licenses: 1 }),
    mayRevoke: snapshot.can({ type: 'authorization.revoke' }),
    isOpened: snapshot.matches({ authorization: 'opened' }),
    isOnline: snapshot.matches({ connection: 'online' }),
    licenses: snapshot.context.licenses,
    /** Sends an event and waits for the response. @throws ApiError refusal of the server */
    async request(event: TtsAuthorizationEvent): Promise<void> {
      const before = actor.getSnapshot().context.requests.last;
      actor.send(event);
      const { last } = actor.getSnapshot().context.requests;
      if (last === before) return;
      const { context } = await waitFor(actor, (state) => !isOpen(state.context.requests, last));
      if (context.requests.last === last && context.error !== null) throw context.error;
    },
  };
}
