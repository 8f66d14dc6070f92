/**
 * Rule for a writing request that got no response (docs/rules/live.md#a-lost-link).
 *
 * `waits`: an acknowledgement, sent by itself when the link is back. `asks`: it changes what is on the air or a
 * terminal; a person decides on it again, by the present state. `stays`: it stores, tests or opens something; its form or
 * list keeps what was entered and says that it failed.
 */
export type LostRule = 'waits' | 'asks' | 'stays';

/** A writing request. */
export interface SentRequest {
  method: string;
  /** Path with its query. */
  path: string;
  body: unknown;
}

/**
 * Requests that ask, by method and path. `once`: carried out a second time it would begin or move something again, so
 * the same request keeps its idempotency key. `state`: it sets a state, so sent again it must take effect on what has
 * happened meanwhile.
 */
const asking: readonly (readonly ['once' | 'state', RegExp])[] = [
  ['once', /^POST \/v1\/task(\/say|\/test_tone)?$/],
  ['once', /^POST \/v1\/task\/[^/]+\/(next|previous)$/],
  ['state', /^POST \/v1\/task\/stop_all$/],
  ['state', /^POST \/v1\/task\/[^/]+\/(pause|resume|stop|volume)$/],
  ['once', /^POST \/v1\/(scheduled_task|capturer_task|gpio_task|linkage_task)\/[^/]+\/start$/],
  ['state', /^POST \/v1\/(scheduled_task|capturer_task)\/[^/]+\/(pause|resume|stop)$/],
  ['state', /^POST \/v1\/(gpio_task|linkage_task)\/[^/]+\/stop$/],
  ['state', /^POST \/v1\/queued_start\/[^/]+\/cancel$/],
  ['state', /^POST \/v1\/talk_link\/[^/]+\/end$/],
  ['once', /^POST \/v1\/alarm_plan\/[^/]+\/(start|step)$/],
  ['state', /^POST \/v1\/alarm_plan\/[^/]+\/(stop|reset|silence|unsilence)$/],
  ['once', /^POST \/v1\/(dialogue|caster)\/[^/]+\/(call|page)$/],
  ['state', /^POST \/v1\/(dialogue|caster)\/[^/]+\/hang_up$/],
  ['once', /^POST \/v1\/upgrade$/],
  ['state', /^POST \/v1\/upgrade\/[^/]+\/(pause|resume|retry|cancel)$/],
  ['state', /^POST \/v1\/io\/test$/],
];

const acknowledging = /^POST \/v1\/(alarm_plan|fault)\/[^/]+\/acknowledge$/;

/** Rules of actions on several rows, and on outputs, by the `action` of the body. */
const actions: Readonly<Record<string, LostRule | 'once' | 'state'>> = {
  acknowledge: 'waits',
  ...{ start: 'once', restart: 'once', identify: 'once', pulse: 'once', step: 'once' },
  ...{ pause: 'state', resume: 'state', stop: 'state', volume: 'state', hold: 'state', off: 'state' },
  ...{ set_server: 'state', set_buffalo: 'state', reset: 'state', silence: 'state', unsilence: 'state' },
  ...{ delete: 'stays', move: 'stays', zone: 'stays', enable: 'stays', disable: 'stays', test: 'stays' },
  ...{ adopt: 'stays', refuse: 'stays', shelve: 'stays', unshelve: 'stays' },
  ...{ join: 'stays', leave: 'stays', build: 'stays' },
};
const byAction = /^POST \/v1\/(\w+\/batch|io\/output)$/;

/** Requests that store, test or open something; lists whose rows are created stand by their names. */
const storing: readonly RegExp[] = [
  /^(PATCH|DELETE|PUT) \/v1\//,
  /^POST \/v1\/\w+_group$/,
  /^POST \/v1\/(user|role|partition|virtual_caster|site_plan|preset_text|radio|caster|talk_link)$/,
  /^POST \/v1\/(capturer_task|plan|scheduled_task|gpio_task|linkage_task|alarm_plan|quick_code|integration)$/,
  /^POST \/v1\/(device\/foreign|dialogue\/phone|fire_control_device\/panel|file\/chimes|backup|sample_site)$/,
  /^POST \/v1\/(login|logout|sys\/tts_license|cc\/code|\w+\/token|profile\/(password|active))$/,
  /^POST \/v1\/.*\/(ticket|upload|import|template|picture|preview|dry_run|check|test|trial)$/,
  /^POST \/v1\/.*\/(enable|disable|copy|adopt|replace|refuse|dismiss|password|remote)$/,
  /^POST \/v1\/(scheduled_task\/delay|plan\/holidays|talk_link\/open)$/,
];

/** Rule of a request, and whether it begins something (`once`) or sets a state; undefined: none was given to it. */
function found({ method, path, body }: SentRequest): LostRule | 'once' | 'state' | undefined {
  const [address] = path.split('?');
  const route = `${method.toUpperCase()} ${address}`;
  if (acknowledging.test(route)) return 'waits';
  if (byAction.test(route)) return actions[String((body as { action?: unknown } | null)?.action)];
  const asked = asking.find(([, one]) => one.test(route));
  if (asked !== undefined) return asked[0];
  return storing.some((one) => one.test(route)) ? 'stays' : undefined;
}

/** Finds the rule of a request; undefined: the table lacks it. */
export function lostRuleOf(request: SentRequest): LostRule | undefined {
  const rule = found(request);
  return rule === 'once' || rule === 'state' ? 'asks' : rule;
}

/** Tells whether a request sets a state: sent again it needs a new idempotency key, or it would have no effect. */
export const setsState = (request: SentRequest) => found(request) === 'state';

/** Name of a request: two with the same name are the same request. */
export function requestName({ method, path, body }: SentRequest): string {
  // The names that a machine gives to its requests differ with each press.
  const { request: _, instead_of: __, ...rest } = (body ?? {}) as Record<string, unknown>;
  return JSON.stringify([method, path, rest]);
}
