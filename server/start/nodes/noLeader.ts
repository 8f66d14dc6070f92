import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageText } from '../../../contract/api/errors.ts';
import { languageOf, plainPage } from '../pair/standbyPage.ts';

/** Answers a request to a node while no node leads: probes, and a page that tries again; nothing else is served. */
export function answerWithoutLeader({ url = '/', headers }: IncomingMessage, response: ServerResponse): void {
  const path = url.split('?')[0];
  const language = languageOf(headers['accept-language'] ?? '');
  const json = (status: number, body: object) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'retry-after': '2' })
      .end(JSON.stringify(body));
  if (path === '/healthz') return void json(200, { ok: true });
  if (path === '/readyz') return void json(503, { ok: false, role: 'node' });
  if (!(headers.accept ?? '').includes('text/html'))
    return void json(503, { ok: false, role: 'node', message: messageText('nodes.noLeader', language) });
  response
    .writeHead(503, {
      'content-type': 'text/html; charset=utf-8',
      ...{ 'cache-control': 'no-store', refresh: '2', 'retry-after': '2' },
    })
    .end(plainPage(language, 'nodes.noLeaderTitle', (text) => `<p>${text('nodes.noLeader')}</p>`));
}
