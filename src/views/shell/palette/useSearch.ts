import { useEffect, useMemo, useState } from 'react';
import { BehaviorSubject } from 'rxjs';
import { followSearch, type SearchQuestion, type SearchState } from '../../../streams/search.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';

const none: readonly SearchQuestion[] = [];
const idle: SearchState = { kind: 'idle' };
const waiting: SearchState = { kind: 'waiting' };

/**
 * State of the search for what is typed: waiting from the keystroke on, so that no older answer is shown.
 * `questions` must keep its identity between renders.
 */
export function useSearch(questions: readonly SearchQuestion[]): SearchState {
  const { api } = useApp();
  const [typed$] = useState(() => new BehaviorSubject(none));
  const found$ = useMemo(() => followSearch(api, typed$), [api, typed$]);
  const found = useObservable(found$, { of: none, state: idle });
  useEffect(() => typed$.next(questions), [typed$, questions]);
  if (found.of === questions) return found.state;
  return questions.length === 0 ? idle : waiting;
}
