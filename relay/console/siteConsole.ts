import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError, isMessageKey, type MessageKey, messageText } from '../../contract/api/errors.ts';
import { type AlarmAction, alarmAction } from '../../contract/codes.ts';
import type { SitePerson } from '../../server/air/relaySites/sitePlan.types.ts';
import { plainAddress } from '../../server/platform/http/addressRange.ts';
import type { SiteFallback } from '../site/siteFallback.ts';
import { consolePage } from './consolePage.ts';
import { ConsolePeople } from './consolePeople.ts';
import { bodyOf, CONSOLE_PATH, cookieOf, languageOf, tokenOf } from './consoleRequest.ts';

export interface SiteConsoleDeps {
  /** Name of the relay. */
  relay: string;
  site: Pick<SiteFallback, 'controls' | 'people'>;
  isLineUp(): boolean;
  log: { error(details: object, message: string): void };
}

/** Sends the browser back to the page, with the result of an action. */
type Back = (result: MessageKey | null, more?: { cookie?: string; seconds?: number }) => void;

const isAction = (text: string): text is AlarmAction =>
  (Object.values(alarmAction) as string[]).includes(text);
const refusals = {
  state: 'relayConsole.notNow',
  input_active: 'relayConsole.inputActive',
  done: 'alarm.done',
} as const;

/** Emergency console of a relay: a page by HTTPS on its own port, usable while its line is cut. */
export class SiteConsole {
  readonly #deps: SiteConsoleDeps;
  readonly #people: ConsolePeople;

  constructor(deps: SiteConsoleDeps) {
    this.#deps = deps;
    this.#people = new ConsolePeople(() => deps.site.people);
  }

  /** Answers a request for the console; false: it is for something else. */
  answer(request: IncomingMessage, response: ServerResponse, isSecure: boolean, httpsPort: number): boolean {
    const url = URL.parse(request.url ?? '', 'http://relay');
    if (url === null || (url.pathname !== CONSOLE_PATH && !url.pathname.startsWith(`${CONSOLE_PATH}/`)))
      return false;
    if (!isSecure) {
      const host = URL.parse(`http://${request.headers.host ?? ''}`)?.hostname ?? '';
      response.writeHead(308, { location: `https://${host}:${httpsPort}${url.pathname}${url.search}` }).end();
      return true;
    }
    this.#serve(request, response, url).catch((err: unknown) => {
      this.#deps.log.error({ err }, 'a request of the emergency console failed');
      if (!response.headersSent) response.writeHead(500);
      response.end();
    });
    return true;
  }

  close(): Promise<void> {
    return this.#people.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    if (request.method === 'GET' && url.pathname === CONSOLE_PATH) return this.#page(request, response, url);
    if (request.method !== 'POST') return void response.writeHead(404).end();
    // A page of another origin must not act in the name of who is logged in here.
    const { origin, host } = request.headers;
    if (origin !== undefined && URL.parse(origin)?.host !== host) return void response.writeHead(403).end();
    const form = new URLSearchParams(await bodyOf(request));
    const ip = plainAddress(request.socket.remoteAddress ?? '');
    const back: Back = (result, { cookie, seconds } = {}) => {
      const query = new URLSearchParams({ lang: languageOf(request, url), ...(result && { result }) });
      if (seconds !== undefined) query.set('seconds', String(seconds));
      const location = `${CONSOLE_PATH}?${query}`;
      response.writeHead(303, { location, ...(cookie !== undefined && { 'set-cookie': cookie }) }).end();
    };
    const token = tokenOf(request);
    const person = this.#people.of(token);
    if (url.pathname === `${CONSOLE_PATH}/login`) return this.#logIn(form, ip, back);
    if (url.pathname === `${CONSOLE_PATH}/logout`) {
      if (person !== null) this.#deps.site.controls?.note(person, 'logout', ip);
      this.#people.logOut(token);
      return back(null, { cookie: cookieOf('', 0) });
    }
    if (url.pathname !== `${CONSOLE_PATH}/do`) return void response.writeHead(404).end();
    this.#people.used(token);
    back(person === null ? null : await this.#act(person, form, ip));
  }

  async #logIn(form: URLSearchParams, ip: string, back: Back): Promise<void> {
    const { controls } = this.#deps.site;
    if (controls === null) return back(null);
    try {
      const done = await this.#people.logIn(form.get('code') ?? '', form.get('password') ?? '', ip);
      if (done === null) return back('auth.wrongLogin');
      controls.note(done.person, 'login', ip);
      back(null, { cookie: cookieOf(done.token) });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      back(error.key, { seconds: Number(error.params.seconds ?? 0) });
    }
  }

  async #act(person: SitePerson, form: URLSearchParams, ip: string): Promise<MessageKey> {
    const { controls } = this.#deps.site;
    if (controls === null) return 'relayConsole.lineUp';
    const action = form.get('action') ?? '';
    if (action === 'stop_all')
      return (await controls.stopAll(person, ip)) ? 'relayConsole.done' : 'relayConsole.noPermission';
    if (!isAction(action)) return 'relayConsole.noPermission';
    const refused = await controls.act(person, action, Number(form.get('plan')), ip);
    if (refused === null) return 'relayConsole.done';
    return refused === 'denied' ? 'relayConsole.noPermission' : refusals[refused];
  }

  #page(request: IncomingMessage, response: ServerResponse, url: URL): void {
    const { site, relay, isLineUp } = this.#deps;
    const { controls } = site;
    const language = languageOf(request, url);
    const result = url.searchParams.get('result');
    const seconds = Number(url.searchParams.get('seconds') ?? 0);
    const nonce = randomBytes(16).toString('base64');
    const hint = (): MessageKey | null => {
      if (controls === null) return isLineUp() ? 'relayConsole.lineUp' : 'relayConsole.noPlan';
      return site.people === null ? 'relayConsole.expired' : null;
    };
    const page = consolePage({
      ...{ language, relay, nonce, hint: hint(), view: controls?.view() ?? null },
      person: controls === null ? null : this.#people.of(tokenOf(request)),
      result: isMessageKey(result) ? messageText(result, language, { seconds }) : '',
    });
    const own = `'nonce-${nonce}'`;
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${own}; script-src ${own}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    });
    response.end(page);
  }
}
