import { terminalKindNames } from '../../../../contract/entities/terminals/terminalKind.ts';
import { defaultLanguage } from '../../../../contract/language.ts';
import { withSystemNames } from '../../../../contract/systemName.ts';
import type { Callers } from '../../../platform/auth/callers.ts';
import type { LiveChange } from '../../../platform/live/rowLog.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import { subscribes, watchEvents } from '../integrationEvents.ts';
import { MqttConnection, type MqttConnectionDeps } from './mqttConnection.ts';

/** Least time between two comparisons of the states, and of everything; ms. */
const REFRESH_MS = 250;
const WHOLE_MS = 5_000;
/** A comparison is followed by a pause of this many times its duration, so that alarms never wait for long. */
const PAUSE_FACTOR = 20;
/** Fields whose changes are published; levels change many times a second and are not. */
const STATES = ['online', 'active', 'state', 'drill', 'plan_name'];
const DESCRIPTIONS = ['name', 'org'];
/** The rows of files have no name; it changes with the revision. */
const FILE_DESCRIPTIONS = ['rev', 'org'];
/** Objects that zones offer; only their names count. */
const OFFERED = ['file', 'scheduled_task'];
const watched = ['alarm', 'fault', 'io', 'task', 'file', 'scheduled_task', ...terminalKindNames] as const;

export interface MqttLinksDeps extends MqttConnectionDeps {
  callers: Pick<Callers, 'fromAccount' | 'onChange'>;
  integrations(): Iterable<IntegrationRow>;
}

/** Tells if a change is published: as a state, with what describes the objects (`whole`), or not at all. */
function effectOf(topic: string, change: LiveChange): 'whole' | 'state' | null {
  const describes = topic !== 'alarm' && topic !== 'fault' && topic !== 'task';
  if (change.op !== 'patch') return describes ? 'whole' : 'state';
  const has = (fields: readonly string[]) => fields.some((field) => field in change.fields);
  if (describes && has(topic === 'file' ? FILE_DESCRIPTIONS : DESCRIPTIONS)) return 'whole';
  // A change of a broadcast begins or ends no siren, and the state of a task is not published.
  if (topic === 'task' || OFFERED.includes(topic)) return null;
  return has(STATES) ? 'state' : null;
}

/** Keeps a connection to the broker of each enabled integration of the kind `mqtt`. */
export function createMqttLinks(deps: MqttLinksDeps) {
  const links = new Map<number, { key: string; link: MqttConnection }>();
  const closing = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isWholeDue = false;
  let wholeAtMs = Number.NEGATIVE_INFINITY;
  let pauseMs = REFRESH_MS;
  let isClosed = false;

  /** Text by which two rows need the same connection. */
  const keyOf = ({ name, org, url, secret, alarm_plan, account, zone_controls }: IntegrationRow) =>
    JSON.stringify([name, org, url, secret, alarm_plan, account, zone_controls]);

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
    for (const [id, row] of wanted)
      if (!links.has(id)) links.set(id, { key: keyOf(row), link: new MqttConnection(deps, row) });
  }

  function refresh(): void {
    const beganMs = performance.now();
    const isWhole = isWholeDue && beganMs - wholeAtMs >= WHOLE_MS;
    if (isWhole) [isWholeDue, wholeAtMs] = [false, beganMs];
    for (const { link } of links.values()) link.refresh(isWhole);
    pauseMs = Math.max(REFRESH_MS, (performance.now() - beganMs) * PAUSE_FACTOR);
    if (isWholeDue) refreshSoon();
  }
  function refreshSoon(): void {
    if (links.size === 0 || isClosed) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      refresh();
    }, pauseMs);
  }

  const ends = [
    ...watched.map((name) =>
      deps.live.watch(name, (change) => {
        const effect = effectOf(name, change);
        if (effect === null) return;
        isWholeDue ||= effect === 'whole';
        refreshSoon();
      }),
    ),
    deps.callers.onChange(() => {
      void Promise.all([...links.values()].map(({ link }) => link.checkAccount())).then(() => {
        isWholeDue = true;
        refreshSoon();
      });
    }),
    deps.zones.onChange(() => {
      isWholeDue = true;
      refreshSoon();
    }),
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
