import { AppError } from '../../../../contract/api/errors.ts';
import { parseMqttAddress } from '../../../../contract/entities/site/mqttAddress.ts';
import { terminalKindNames } from '../../../../contract/entities/terminals/terminalKind.ts';
import { defaultLanguage } from '../../../../contract/language.ts';
import { withSystemNames } from '../../../../contract/systemName.ts';
import type { LiveHub } from '../../../platform/live/hub.ts';
import type { LiveChange } from '../../../platform/live/rowLog.ts';
import type { Zones } from '../../../site/zones/zones.ts';
import type { AddressPolicy } from '../../../sound/radio/policy.ts';
import type { AlarmGate } from '../alerts.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import { subscribes, watchEvents } from '../integrationEvents.ts';
import { type MqttLink, openMqttLink } from './mqttLink.ts';
import { retainedOf, topicsOf } from './mqttTopics.ts';
import { siteFacts } from './zoneStates.ts';

/** Least time between two comparisons of the states, ms. */
const REFRESH_MS = 250;
/** Fields whose changes are published; levels change many times a second and are not. */
const PUBLISHED = ['online', 'active', 'name', 'org', 'state', 'drill', 'plan_name'];
const watched = ['alarm', 'fault', 'io', ...terminalKindNames] as const;

export interface MqttLinksDeps {
  live: LiveHub;
  zones: Zones;
  policy: AddressPolicy;
  alarms: AlarmGate;
  planOf(id: number): { name: string } | undefined;
  integrations(): Iterable<IntegrationRow>;
  outcome(row: IntegrationRow, error: string): void;
  log: { warn(details: object, message: string): void; error(details: object, message: string): void };
}

const isRelevant = (change: LiveChange) =>
  change.op !== 'patch' || PUBLISHED.some((field) => field in change.fields);

/** Keeps a connection to the broker of each enabled integration of the kind `mqtt`. */
export function createMqttLinks(deps: MqttLinksDeps) {
  const links = new Map<number, { key: string; link: MqttLink }>();
  const closing = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  /** Text by which two rows need the same connection. */
  const keyOf = ({ name, org, url, secret, alarm_plan }: IntegrationRow) =>
    JSON.stringify([name, org, url, secret, alarm_plan]);

  async function command(id: number, action: string): Promise<void> {
    const row = [...deps.integrations()].find((one) => one.id === id);
    if (row?.alarm_plan == null || !row.enabled) return;
    const from = { name: row.name, ip: parseMqttAddress(row.url)?.host ?? '' };
    try {
      if (action === 'start')
        await deps.alarms.start(row.alarm_plan, { kind: 'mqtt', by: row.name, text: '' }, 'none', from);
      else if (action === 'stop' || action === 'reset') await deps.alarms.act(row.alarm_plan, action, from);
      else deps.log.warn({ integration: id }, 'a command over MQTT was ignored: it is not known');
    } catch (error) {
      // Refused by the state of the plan, which the retained states show.
      if (!(error instanceof AppError))
        deps.log.error({ err: error, integration: id }, 'a command over MQTT failed');
    }
  }

  function open(row: IntegrationRow): MqttLink {
    const topics = topicsOf(parseMqttAddress(row.url)?.base ?? '', row.id, row.alarm_plan);
    const plan = () => {
      const found = row.alarm_plan === null ? undefined : deps.planOf(row.alarm_plan);
      return found === undefined || row.alarm_plan === null ? null : { id: row.alarm_plan, name: found.name };
    };
    return openMqttLink(row.url, row.secret, {
      policy: deps.policy,
      topics,
      retained: () => retainedOf(topics, siteFacts(deps.live, deps.zones, row.org), plan()),
      command: (action) => void command(row.id, action),
      outcome: (error) => deps.outcome(row, error),
    });
  }

  function end(id: number): void {
    const known = links.get(id);
    links.delete(id);
    if (known === undefined) return;
    const done = known.link
      .close()
      .catch((error: unknown) => deps.log.error({ err: error }, 'a connection to a broker was not closed'))
      .finally(() => closing.delete(done));
    closing.add(done);
  }

  /** Opens, replaces and closes connections after a change of the integrations. */
  function sync(): void {
    if (isClosed) return;
    const wanted = new Map(
      [...deps.integrations()]
        .filter(({ kind, enabled }) => kind === 'mqtt' && enabled)
        .map((row) => [row.id, row]),
    );
    for (const [id, { key }] of links) {
      const row = wanted.get(id);
      if (row === undefined || keyOf(row) !== key) end(id);
    }
    for (const [id, row] of wanted) if (!links.has(id)) links.set(id, { key: keyOf(row), link: open(row) });
  }

  function refreshSoon(): void {
    if (links.size === 0 || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      for (const { link } of links.values()) link.refresh();
    }, REFRESH_MS);
  }

  const ends = [
    ...watched.map((name) =>
      deps.live.watch(name, (change) => {
        if (isRelevant(change)) refreshSoon();
      }),
    ),
    deps.zones.onChange(refreshSoon),
    watchEvents(deps.live, (event) => {
      for (const row of deps.integrations())
        if (row.kind === 'mqtt' && subscribes(row, event, deps.zones))
          links.get(row.id)?.link.event(withSystemNames(JSON.stringify(event.message), defaultLanguage));
    }),
  ];
  sync();

  return {
    sync,
    async close() {
      isClosed = true;
      for (const end of ends) end();
      clearTimeout(timer);
      for (const id of [...links.keys()]) end(id);
      await Promise.all(closing);
    },
  };
}
