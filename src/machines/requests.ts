import { fromCallback } from 'xstate';

/** A request without an answer for so long holds back nothing more: what it asked for may be asked again. */
export const overdueMs = 3000;

/** A request that has no answer yet. */
export interface OpenRequest<Action> {
  id: number;
  action: Action;
  isOverdue: boolean;
}

/** The requests of one machine. */
export interface Requests<Action> {
  /** Id of the last one. */
  last: number;
  open: readonly OpenRequest<Action>[];
}

/**
 * What may be asked while other requests have no answer.
 * `alone`: only when there are none. `supersedes`: at any time, and all others are taken back: for what ends something.
 * `beside`: at any time, and the others go on. None of them is asked a second time before its first request is overdue.
 */
export type RequestKind = 'alone' | 'supersedes' | 'beside';

export const noRequests: Requests<never> = { last: 0, open: [] };

/**
 * Whether an action may be asked now, by the table of the workflow and by what is under way. What ends something is
 * allowed as well where only an unanswered request leads to a state in which there is something to end.
 *
 * @param result where the table lets an action lead from a state; null: it does not allow it
 */
export function mayRequest<State, Action>(
  { open }: Requests<Action>,
  action: Action,
  kind: RequestKind,
  state: State,
  result: (state: State, action: Action) => State | null,
): boolean {
  const ends = kind === 'supersedes';
  // An action that is still unanswered was allowed when it was first asked.
  const isAllowedAhead = open.some((one) => {
    const ahead = result(state, one.action);
    return one.action === action || (ahead !== null && result(ahead, action) !== null);
  });
  return (
    (result(state, action) !== null || (ends && isAllowedAhead)) &&
    open.every((one) => one.isOverdue || (kind !== 'alone' && one.action !== action))
  );
}

/** What is taken back when an action is asked: an overdue request for the same, and all others where it supersedes. */
function dropped<Action>({ open }: Requests<Action>, action: Action, kind: RequestKind) {
  return open.filter((one) => kind === 'supersedes' || one.action === action);
}

/** The requests once another one is sent. What it takes back is in them no more: its answer means nothing. */
export function requested<Action>(
  requests: Requests<Action>,
  action: Action,
  kind: RequestKind,
): Requests<Action> {
  const gone = dropped(requests, action, kind);
  const last = requests.last + 1;
  const open = requests.open.filter((one) => !gone.includes(one));
  return { last, open: [...open, { id: last, action, isOverdue: false }] };
}

/** The requests once one has its answer, and what that was for; `action` is null for one that was taken back. */
export function answered<Action>(
  requests: Requests<Action>,
  id: number,
): { requests: Requests<Action>; action: Action | null } {
  const one = requests.open.find((open) => open.id === id);
  const open = requests.open.filter((other) => other !== one);
  return { requests: { ...requests, open }, action: one?.action ?? null };
}

/** The requests once one has been without an answer for `overdueMs`. */
export function overdue<Action>(requests: Requests<Action>, id: number): Requests<Action> {
  return {
    ...requests,
    open: requests.open.map((one) => (one.id === id ? { ...one, isOverdue: true } : one)),
  };
}

/** Whether an answer is awaited: to anything, or to one action. An overdue request is awaited no more. */
export function isAwaited<Action>({ open }: Requests<Action>, action?: Action): boolean {
  return open.some((one) => !one.isOverdue && (action === undefined || one.action === action));
}

/** Whether a request has no answer and was not taken back. */
export function isOpen<Action>({ open }: Requests<Action>, id: number): boolean {
  return open.some((one) => one.id === id);
}

/** What the requester is told to send, and which requests it takes back. */
export interface RequestOrder<Action> {
  type: 'send';
  id: number;
  action: Action;
  drops: readonly number[];
}

/** The order that `requested` with the same arguments belongs to. */
export function orderOf<Action>(
  requests: Requests<Action>,
  action: Action,
  kind: RequestKind,
): RequestOrder<Action> {
  const drops = dropped(requests, action, kind).map(({ id }) => id);
  return { type: 'send', id: requests.last + 1, action, drops };
}

/** Which request it is, and which ones it takes back: numbers of the machine. */
export type RequestIds = Pick<RequestOrder<never>, 'id' | 'drops'>;

/** What becomes of a request. */
export type RequestEvent =
  | { type: 'request.answered'; id: number; error: unknown }
  | { type: 'request.overdue'; id: number };

/**
 * Sends a machine's requests, each by itself: none waits for another. The signal of one that is taken back is aborted,
 * which also frees its connection (a browser opens six to a server, and more requests would wait for one of them).
 * A machine that stops takes nothing back: a stop that was pressed before one left the screen still arrives.
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
