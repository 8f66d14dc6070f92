import { type MessageKey, type MessageParams, messageText } from '../../contract/api/errors.ts';
import { alarmAction } from '../../contract/codes.ts';
import { htmlLang, type Language, languages } from '../../contract/language.ts';
import { withSystemNames } from '../../contract/systemName.ts';
import type { SitePerson } from '../../server/air/relaySites/sitePlan.types.ts';
import type { PlanView, SiteView } from '../site/siteControls.ts';
import { consoleScript, consoleStyle } from './pageParts.ts';

/** Content of the emergency console. */
export interface ConsoleContent {
  language: Language;
  /** Name of the relay. */
  relay: string;
  /** Random value by which the browser accepts style and script of this page. */
  nonce: string;
  /** Result of the last action, as text; empty: none. */
  result: string;
  /** Reason why nothing can be done here; null: it can. */
  hint: MessageKey | null;
  /** Person who is logged in; null: nobody. */
  person: SitePerson | null;
  view: SiteView | null;
}

type Translate = (key: MessageKey, params?: MessageParams) => string;

const names: Record<Language, string> = { cn: '中文', en: 'English', kr: '한국어' };
const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (one) => marks[one] ?? one);

const translate =
  (language: Language): Translate =>
  (key, params) =>
    escaped(messageText(key, language, params));

/** A form of one button. `ask`: question before it is sent, so that no stray press sounds an alarm or ends one. */
function button(
  path: string,
  id: string,
  label: string,
  fields: Record<string, string>,
  { isOff = false, ask = '' } = {},
) {
  const hidden = Object.entries(fields).map(
    ([key, value]) => `<input type="hidden" name="${key}" value="${escaped(value)}">`,
  );
  const off = isOff ? ' disabled' : '';
  const question = ask === '' ? '' : ` data-ask="${ask}"`;
  return `<form method="post" action="${path}"${question}>${hidden.join('')}<button id="${id}"${off}>${label}</button></form>`;
}

/** Actions that are asked about before they are sent. */
const asked: ReadonlySet<string> = new Set([alarmAction.start, alarmAction.stop, alarmAction.reset]);

function planRow(t: Translate, path: string, plan: PlanView, person: SitePerson): string {
  const state = t(`relayConsole.${plan.state}`);
  const shown = [
    plan.state === 'alarming' ? `<span class="alarm">${state}</span>` : state,
    ...(plan.acknowledged ? [t('relayConsole.acknowledged')] : []),
    ...(plan.silenced ? [t('relayConsole.silenced')] : []),
  ];
  const buttons = Object.values(alarmAction).map((action) => {
    const isOff = !plan.actions.includes(action) || !person.actions.includes(action);
    const fields = { action, plan: String(plan.id) };
    const label = t(`relayConsole.do.${action}`);
    const ask = asked.has(action) ? t('relayConsole.ask', { action: label, name: plan.name }) : '';
    return button(path, `${action}-${plan.id}`, label, fields, { isOff, ask });
  });
  return `<tr><th scope="row">${escaped(plan.name)}</th><td>${shown.join(', ')}</td><td>${buttons.join(' ')}</td></tr>`;
}

function loginForm(t: Translate, path: string): string {
  return `<form class="login" method="post" action="${path}">
<label>${t('relayConsole.account')}<input name="code" autocomplete="username" required maxlength="100"></label>
<label>${t('relayConsole.password')}<input name="password" type="password" autocomplete="current-password" required maxlength="200"></label>
<button id="login">${t('relayConsole.login')}</button></form>`;
}

function siteState(language: Language, path: string, view: SiteView, person: SitePerson): string {
  const t = translate(language);
  const { online, total, plans, playing } = view;
  const rows = plans.map((plan) => planRow(t, path, plan, person)).join('');
  const list = rows === '' ? `<p>${t('relayConsole.noPlans')}</p>` : `<table>${rows}</table>`;
  const sounds =
    playing.length === 0 ? t('relayConsole.quiet') : escaped(withSystemNames(playing.join(', '), language));
  const stop = button(
    path,
    'stop-all',
    t('relayConsole.stopAll'),
    { action: 'stop_all' },
    { isOff: !person.stops, ask: t('relayConsole.askStopAll') },
  );
  return `<p>${t('relayConsole.lineCut')}</p><p>${t('relayConsole.terminals', { online, total })}</p>
<h2>${t('relayConsole.plans')}</h2>${list}
<h2>${t('relayConsole.playing')}</h2><div class="row"><span>${sounds}</span>${stop}</div>`;
}

/** Makes the page of the emergency console. */
export function consolePage(content: ConsoleContent): string {
  const { language, relay, nonce, result, hint, person, view } = content;
  const t = translate(language);
  const to = (path: string) => `/console${path}?lang=${language}`;
  const links = languages.map(
    (one) => `<a href="/console?lang=${one}" lang="${htmlLang[one]}">${names[one]}</a>`,
  );
  const body = () => {
    if (hint !== null || view === null) return `<p>${t(hint ?? 'relayConsole.lineUp')}</p>`;
    if (person !== null) return siteState(language, to('/do'), view, person);
    return `<p>${t('relayConsole.lineCut')}</p>${loginForm(t, to('/login'))}`;
  };
  const out =
    person === null
      ? ''
      : `<span>${escaped(person.name)} ${button(to('/logout'), 'logout', t('relayConsole.logout'), {})}</span>`;
  const title = `${t('relayConsole.title')} – ${escaped(relay)}`;
  return `<!doctype html><html lang="${htmlLang[language]}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width"><style nonce="${nonce}">${consoleStyle}</style></head><body>
<header><h1>${title}</h1><nav>${links.join(' ')}</nav>${out}</header>
<main><p class="result" role="status">${escaped(result)}</p>${body()}</main>
<script nonce="${nonce}">${consoleScript}</script></body></html>`;
}
