import { fromCallback } from 'xstate';

/** Time after which a request without a response blocks nothing: its action may be requested again, ms. */
export const overdueMs = 3000;

/** A request without a response so far. */
export interface OpenRequest<Action> {
  id: number;
  action: Action;
  isOverdue: boolean;
}

/** The requests of one machine. */
export interface Requests<Action> {
  /** Id of the last request. */
  last: number;
  /** Id of the last request before the latest news of the live feed. */
  heard: number;
  open: readonly OpenRequest<Action>[];
}

/**
 * Concurrency rule of an action while other requests have no response.
 * `alone`: allowed only when there are none. `supersedes`: always allowed, and aborts all others; for actions
 * that end something. `parallel`: always allowed, and the others go on. None of them is sent a second time
 * before its first request is overdue.
 */
export type RequestKind = 'alone' | 'supersedes' | 'parallel';

export const noRequests: Requests<never> = { last: 0, heard: 0, open: [] };

/** Tells whether the requests in progress let an action be requested now. */
export function isFree<Action>({ open }: Requests<Action>, action: Action, kind: RequestKind): boolean {
  return open.every((one) => one.isOverdue || (kind !== 'alone' && one.action !== action));
}

/**
 * Tells whether an unanswered request leads to a state that an action can end. An action that is unanswered
 * itself was allowed when it was first requested.
 *
 * @param after actions that lead to such a state
 */
export function isAheadOf<Action>(
  { open }: Requests<Action>,
  action: Action,
  after: readonly Action[],
): boolean {
  return open.some((one) => one.action === action || after.includes(one.action));
}

/** Returns the requests after news of the live feed: an answer to an older request is outdated. */
export function heard<Action>(requests: Requests<Action>): Requests<Action> {
  return { ...requests, heard: requests.last };
}

/** Tells whether the answer to a request is newer than all news of the live feed. */
export function isNewest<Action>({ last, heard }: Requests<Action>, id: number): boolean {
  return id === last && id > heard;
}

/**
 * Returns the requests that an action aborts: an overdue one for the same, and all others where it
 * supersedes.
 */
function dropped<Action>({ open }: Requests<Action>, action: Action, kind: RequestKind) {
  return open.filter((one) => kind === 'supersedes' || one.action === action);
}

/** Returns the requests after another one is sent. Aborted ones are removed: their responses are ignored. */
export function requested<Action>(
  requests: Requests<Action>,
  action: Action,
  kind: RequestKind,
): Requests<Action> {
  const gone = dropped(requests, action, kind);
  const last = requests.last + 1;
  const open = requests.open.filter((one) => !gone.includes(one));
  return { ...requests, last, open: [...open, { id: last, action, isOverdue: false }] };
}

/**
 * Returns the requests after one got its response, with its action; `action` is null for an aborted request.
 */
export function answered<Action>(
  requests: Requests<Action>,
  id: number,
): { requests: Requests<Action>; action: Action | null } {
  const one = requests.open.find((open) => open.id === id);
  const open = requests.open.filter((other) => other !== one);
  return { requests: { ...requests, open }, action: one?.action ?? null };
}

/** Returns the requests after one had no response for `overdueMs`. */
export function overdue<Action>(requests: Requests<Action>, id: number): Requests<Action> {
  return {
    ...requests,
    open: requests.open.map((one) => (one.id === id ? { ...one, isOverdue: true } : one)),
  };
}

/** Tells whether a response is awaited, to any action or to one. An overdue request is not awaited. */
export function isAwaited<Action>({ open }: Requests<Action>, action?: Action): boolean {
  return open.some((one) => !one.isOverdue && (action === undefined || one.action === action));
}

/** Tells whether a request has no response and was not aborted. */
export function isOpen<Action>({ open }: Requests<Action>, id: number): boolean {
  return open.some((one) => one.id === id);
}

/** Order to the requester: a request to send, and the requests to abort. */
export interface RequestOrder<Action> {
  type: 'send';
  id: number;
  action: Action;
  drops: readonly number[];
}

/** Returns the order that belongs to `requested` with the same arguments. */
export function orderOf<Action>(
  requests: Requests<Action>,
  action: Action,
  kind: RequestKind,
): RequestOrder<Action> {
  const drops = dropped(requests, action, kind).map(({ id }) => id);
  return { type: 'send', id: requests.last + 1, action, drops };
}

/** Id of a request, and the ids of those that it aborts; numbers of the machine. */
export type RequestIds = Pick<RequestOrder<never>, 'id' | 'drops'>;

/** Outcome of a request. */
export type RequestEvent =
  | { type: 'request.answered'; id: number; error: unknown }
  | { type: 'request.overdue'; id: number };

/**
 * Sends the requests of a machine independently of each other. An aborted request frees its connection (a
 * browser opens six to a server; more requests would wait for one of them). A machine that stops aborts
 * nothing: a stop that was pressed before one left the screen still arrives.
 */
export function requesterOf<Action>() {
  return fromCallback<
    RequestOrder<Action>,
    { perform: (action: Action, signal: AbortSignal, ids: RequestIds) => Promise<unknown> },
    RequestEvent
  >(({ input, receive, sendBack }) => {
    const open = new Map<number, { abort: AbortController; timer: ReturnType<typeof setTimeout> }>();
    function close(id: number): void {
      clearTimeout(open.get(id)?.timer);
      open.delete(id);
    }
    receive(({ id, action, drops }) => {
      for (const drop of drops) {
        open.get(drop)?.abort.abort();
        close(drop);
      }
      const abort = new AbortController();
      const timer = setTimeout(() => sendBack({ type: 'request.overdue', id }), overdueMs);
      open.set(id, { abort, timer });
      const answer = (error: unknown) => {
        close(id);
        sendBack({ type: 'request.answered', id, error });
      };
      input.perform(action, abort.signal, { id, drops }).then(
        () => answer(null),
        (error: unknown) => answer(error),
      );
    });
    return () => {
      for (const { timer } of open.values()) clearTimeout(timer);
    };
  });
}
