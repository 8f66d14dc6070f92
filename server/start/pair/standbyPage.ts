import type { IncomingMessage, ServerResponse } from 'node:http';
import { messageText } from '../../../contract/api/errors.ts';
import type { Language } from '../../../contract/language.ts';
import type { FollowerState } from '../../edge/pair/standby/follower.ts';

/** Language of a browser; Chinese is the default of the interface. */
export function languageOf(accepted: string): Language {
  const first = accepted.split(',')[0]?.trim().toLowerCase() ?? '';
  if (first.startsWith('ko')) return 'kr';
  return first.startsWith('en') ? 'en' : 'cn';
}

const plain = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

type Text = (key: Parameters<typeof messageText>[0]) => string;

/** Page of a server that serves no console. @param content makes what stands below the title; its texts are escaped */
export function plainPage(
  language: Language,
  title: Parameters<typeof messageText>[0],
  content: (text: Text) => string,
): string {
  const text: Text = (key) => plain(messageText(key, language));
  const codes: Record<Language, string> = { cn: 'zh-CN', en: 'en', kr: 'ko' };
  return `<!doctype html><html lang="${codes[language]}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${text(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:36em;margin:15vh auto;padding:0 24px;color-scheme:light dark}
code{font-size:15px}</style></head><body><main><h1>${text(title)}</h1>
${content(text)}</main></body></html>`;
}

/** Page of a standby server: what it is, what its database does, and how it takes over. */
function standbyPage(state: FollowerState, acceptLanguage: string): string {
  const leader =
    state.leader === null ? '' : `<p><a href="${plain(state.leader)}">${plain(state.leader)}</a></p>`;
  const copied =
    state.total_bytes === 0 ? '' : ` ${Math.floor((100 * state.done_bytes) / state.total_bytes)} %`;
  return plainPage(
    languageOf(acceptLanguage),
    'pair.standbyTitle',
    (
      text,
    ) => `<p>${text('pair.standbyWhy')}</p><p><strong>${text(`pair.stage_${state.stage}`)}${copied}</strong></p>${leader}
<p>${text('pair.takeOverHow')} <code>npm run take-over</code></p>`,
  );
}

/** Metrics of a standby server: without them monitoring would take it for a server that is down. */
function metricsOf({ stage }: FollowerState): string {
  const name = 'tocsin_standby_info';
  return `# HELP ${name} Present on a standby server: what its database does\n# TYPE ${name} gauge\n${name}{stage="${stage}"} 1\n`;
}

/** Answers a request to a standby server: probes, metrics, and a page with its state; nothing else is served. */
export function answerAsStandby(
  { url = '/', headers }: IncomingMessage,
  response: ServerResponse,
  state: FollowerState,
): void {
  const path = url.split('?')[0];
  const json = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (path === '/healthz') json(200, { ok: true });
  else if (path === '/readyz') json(503, { ok: false, role: 'standby', stage: state.stage });
  else if (path === '/metrics')
    response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(metricsOf(state));
  else if (path === '/')
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        refresh: '5',
      })
      .end(standbyPage(state, headers['accept-language'] ?? ''));
  else json(503, { ok: false, role: 'standby' });
}
