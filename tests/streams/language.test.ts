import { BehaviorSubject, Subject } from 'rxjs';
import { expect, it } from 'vitest';
import type { Language } from '../../contract/language.ts';
import type { ConnectionState } from '../../src/streams/connection.ts';
import { sendLanguage } from '../../src/streams/language.ts';

it('a change of the language is told to the server while it is connected', () => {
  const sent: unknown[] = [];
  const socket = { messages$: new Subject<never>(), send: (message: unknown) => sent.push(message) };
  const state$ = new BehaviorSubject<ConnectionState>({ status: 'connecting', socket: null });
  const language$ = new Subject<Language>();
  const subscription = sendLanguage({ state$ }, language$);
  language$.next('en');
  expect(sent).toEqual([]);
  state$.next({ status: 'live', socket });
  language$.next('kr');
  expect(sent).toEqual([{ type: 'language', language: 'kr' }]);
  subscription.unsubscribe();
  language$.next('cn');
  expect(sent).toHaveLength(1);
});
