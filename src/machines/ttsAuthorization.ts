import { assign, fromPromise, raise, setup } from 'xstate';
import { type TtsAuthorizationAction, ttsAuthorizationAction } from '../../contract/codes.ts';
import { ttsAuthorizationOf, ttsAuthorizationResult } from '../../contract/workflow.ts';

/** What a person asks for; a revocation leaves no licence. */
export interface TtsAuthorizationRequest {
  action: TtsAuthorizationAction;
  licenses: number;
}

export interface TtsAuthorizationInput {
  licenses: number;
  online: boolean;
  /** Asks the server; rejects with what it answers instead. */
  perform: (request: TtsAuthorizationRequest) => Promise<unknown>;
}

export type TtsAuthorizationEvent =
  /** A person presses a button. */
  | { type: 'authorization.grant'; licenses: number }
  | { type: 'authorization.revoke' }
  /** The live feed tells what is; it is always right. */
  | { type: 'authorization.changed'; licenses: number; online: boolean };

interface Context extends TtsAuthorizationInput {
  /** What is under way, or was last, and why it failed. */
  request: TtsAuthorizationRequest;
  error: unknown;
}

const { grant, revoke } = ttsAuthorizationAction;

/**
 * The authorization of one TTS terminal (spec 4: opened or not opened, online or offline, revoke), gated by the same
 * table as the server's (contract/workflow.ts). While a request is under way (`busy`) no other is taken.
 */
export const ttsAuthorizationMachine = setup({
  types: {
    context: {} as Context,
    events: {} as TtsAuthorizationEvent,
    input: {} as TtsAuthorizationInput,
    tags: {} as 'busy',
  },
  actors: {
    perform: fromPromise(({ input }: { input: Pick<Context, 'perform' | 'request'> }) =>
      input.perform(input.request),
    ),
  },
  guards: {
    isAllowed: ({ context }, action: TtsAuthorizationAction) =>
      ttsAuthorizationResult(ttsAuthorizationOf(context.licenses), action) !== null,
    isOpened: ({ context }) => context.licenses > 0,
    isOnline: ({ context }) => context.online,
  },
  actions: {
    remember: assign((_, request: TtsAuthorizationRequest) => ({ request, error: null })),
    /** The effect is shown at once; the live feed follows within its next frame. */
    showResult: raise(({ context }) => ({
      type: 'authorization.changed' as const,
      licenses: context.request.licenses,
      online: context.online,
    })),
  },
}).createMachine({
  id: 'ttsAuthorization',
  context: ({ input }) => ({ ...input, request: { action: revoke, licenses: 0 }, error: null }),
  type: 'parallel',
  states: {
    // What changes is taken in here and below, not at the root: that would leave the request that is under way.
    authorization: {
      initial: 'settling',
      on: {
        'authorization.changed': {
          target: '.settling',
          actions: assign({ licenses: ({ event }) => event.licenses }),
        },
      },
      states: {
        settling: { always: [{ guard: 'isOpened', target: 'opened' }, { target: 'not_opened' }] },
        opened: {},
        not_opened: {},
      },
    },
    connection: {
      initial: 'settling',
      on: {
        'authorization.changed': {
          target: '.settling',
          actions: assign({ online: ({ event }) => event.online }),
        },
      },
      states: {
        settling: { always: [{ guard: 'isOnline', target: 'online' }, { target: 'offline' }] },
        online: {},
        offline: {},
      },
    },
    request: {
      initial: 'idle',
      states: {
        idle: {
          on: {
            'authorization.grant': {
              guard: { type: 'isAllowed', params: grant },
              actions: {
                type: 'remember',
                params: ({ event }) => ({ action: grant, licenses: event.licenses }),
              },
              target: 'performing',
            },
            'authorization.revoke': {
              guard: { type: 'isAllowed', params: revoke },
              actions: { type: 'remember', params: { action: revoke, licenses: 0 } },
              target: 'performing',
            },
          },
        },
        performing: {
          tags: 'busy',
          invoke: {
            src: 'perform',
            input: ({ context }) => ({ perform: context.perform, request: context.request }),
            onDone: { target: 'idle', actions: 'showResult' },
            onError: { target: 'idle', actions: assign({ error: ({ event }) => event.error }) },
          },
        },
      },
    },
  },
});
