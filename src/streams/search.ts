import {
  asyncScheduler,
  catchError,
  forkJoin,
  map,
  Observable,
  of,
  type SchedulerLike,
  startWith,
  switchMap,
  timer,
} from 'rxjs';
import type { SearchAnswer, SearchKind } from '../../contract/api/search.ts';
import type { Api } from '../api/client.ts';

/** One request of the search. */
export interface SearchQuestion {
  q: string;
  /** Absent: all kinds. */
  kinds?: readonly SearchKind[];
  limit: number;
}

/** State of the search. `lost`: an error of the server, or no connection, in words. */
export type SearchState =
  | { kind: 'idle' }
  | { kind: 'waiting' }
  | { kind: 'found'; answers: readonly SearchAnswer[] }
  | { kind: 'lost'; reason: string };

/** Pause in typing after which the server is asked, ms. */
export const SETTLE_MS = 80;
/** Time after which an answer is not waited for any more, ms. */
const TIMEOUT_MS = 10_000;

/**
 * Answers questions, all of them at once, after a pause in which further typing may replace them. Unsubscribing
 * cancels the requests; no question is no request.
 */
function answersOf(
  api: Pick<Api, 'get'>,
  questions: readonly SearchQuestion[],
  scheduler: SchedulerLike = asyncScheduler,
): Observable<SearchState> {
  if (questions.length === 0) return of({ kind: 'idle' });
  return timer(SETTLE_MS, scheduler).pipe(
    switchMap(() => forkJoin(questions.map((question) => ask(api, question)))),
    map((answers): SearchState => ({ kind: 'found', answers })),
    catchError((error: Error) => of<SearchState>({ kind: 'lost', reason: error.message })),
    startWith<SearchState>({ kind: 'waiting' }),
  );
}

/** Answers typed questions in turn: a later list cancels the requests of an earlier one. */
export function followSearch(
  api: Pick<Api, 'get'>,
  typed$: Observable<readonly SearchQuestion[]>,
  scheduler?: SchedulerLike,
): Observable<{ of: readonly SearchQuestion[]; state: SearchState }> {
  return typed$.pipe(
    switchMap((questions) =>
      answersOf(api, questions, scheduler).pipe(map((state) => ({ of: questions, state }))),
    ),
  );
}

function ask(api: Pick<Api, 'get'>, { kinds, ...query }: SearchQuestion): Observable<SearchAnswer> {
  return new Observable((subscriber) => {
    const abort = new AbortController();
    const asked = kinds === undefined ? query : { ...query, kinds: kinds.join(',') };
    const options = { quiet: true, signal: abort.signal, timeoutMs: TIMEOUT_MS };
    api.get<SearchAnswer>('/v1/search', asked, options).then(
      (answer) => {
        subscriber.next(answer);
        subscriber.complete();
      },
      (error: unknown) => subscriber.error(error),
    );
    return () => abort.abort();
  });
}
