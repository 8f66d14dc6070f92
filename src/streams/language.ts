import { EMPTY, map, type Observable, type Subscription, switchMap } from 'rxjs';
import type { Language } from '../../contract/language.ts';
import type { Connection } from './connection.ts';

/** Tells the server each change of the language: it sends the live rows again, with the names of the system in it. */
export function sendLanguage(
  connection: Pick<Connection, 'state$'>,
  language$: Observable<Language>,
): Subscription {
  return connection.state$
    .pipe(
      switchMap(({ socket }) =>
        socket === null ? EMPTY : language$.pipe(map((language) => ({ socket, language }))),
      ),
    )
    .subscribe(({ socket, language }) => socket.send({ type: 'language', language }));
}
