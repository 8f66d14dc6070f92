import { serverVersion } from '../../../platform/config/version.ts';
import { type ControlledZone, controlComponents } from './zoneControls.ts';
import type { InputFacts, SiteFacts, TerminalFacts, ZoneFacts } from './zoneStates.ts';

/** Topics of one integration (docs/protocols/integrations.md#mqtt). */
export interface MqttTopics {
  /** Retained: `online`, or the last will `offline`. */
  status: string;
  events: string;
  /** Own states, all retained ones below it. */
  root: string;
  /** Name of this integration in Home Assistant, and the topic above its discovery messages. */
  node: string;
  discovery: string;
}

/** Names the topics of an integration. */
export function topicsOf(base: string, integration: number): MqttTopics {
  const root = `${base}/${integration}`;
  const node = `${base.replaceAll('/', '_')}_${integration}`;
  return {
    status: `${root}/status`,
    events: `${root}/event`,
    root,
    node,
    discovery: `homeassistant/device/${node}`,
  };
}

/** Plan that the other system may start. */
export interface PlanFacts {
  id: number;
  name: string;
}

const onOff = (is: boolean | null) => (is === null ? 'unknown' : is ? 'ON' : 'OFF');

/**
 * Codes of terminals are letters, digits, `-` and `_`, so they are valid levels of a topic and object ids.
 */
const terminalTopic = (root: string, code: string) => `${root}/terminal/${code}/online`;
const inputTopic = (root: string, { code, number }: Pick<InputFacts, 'code' | 'number'>) =>
  `${root}/terminal/${code}/input/${number}`;
const zoneTopic = (root: string, id: number) => `${root}/zone/${id}`;

/** Components of a zone in Home Assistant. Without a name they are called as their class, in its language. */
function componentsOf(
  topics: MqttTopics,
  zone: ZoneFacts,
  terminals: readonly TerminalFacts[],
  inputs: readonly InputFacts[],
): Record<string, object> {
  const sensor = (key: string, more: object) => ({
    [key]: { p: 'binary_sensor', unique_id: `${topics.node}_${key}`, ...more },
  });
  const at = zoneTopic(topics.root, zone.id);
  return Object.assign(
    {},
    sensor(`zone_${zone.id}_alarm`, {
      device_class: 'safety',
      state_topic: `${at}/alarm`,
      json_attributes_topic: `${at}/alarms`,
    }),
    sensor(`zone_${zone.id}_fault`, { device_class: 'problem', state_topic: `${at}/fault` }),
    ...terminals.map(({ code, name }) =>
      sensor(`terminal_${code}`, {
        device_class: 'connectivity',
        name,
        state_topic: terminalTopic(topics.root, code),
        entity_category: 'diagnostic',
      }),
    ),
    ...inputs.map((input) =>
      sensor(`input_${input.code}_${input.number}`, {
        name: input.name || `${input.code} ${input.number}`,
        state_topic: inputTopic(topics.root, input),
      }),
    ),
  );
}

/** Button that starts the plan, and the one that stops it. */
function buttonsOf(topics: MqttTopics, plan: PlanFacts): Record<string, object> {
  return Object.fromEntries(
    (['start', 'stop'] as const).map((action) => [
      `plan_${plan.id}_${action}`,
      {
        p: 'button',
        unique_id: `${topics.node}_plan_${plan.id}_${action}`,
        name: `${plan.name} ${action === 'start' ? '▶' : '■'}`,
        command_topic: `${topics.root}/plan/${plan.id}/set`,
        payload_press: action,
        qos: 1,
      },
    ]),
  );
}

function groupBy<T>(list: readonly T[], keyOf: (one: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

/** Creates the retained states, by topic. */
export function statesOf(
  topics: MqttTopics,
  facts: SiteFacts,
  controlled: readonly ControlledZone[],
): Map<string, string> {
  const messages = new Map([[topics.status, 'online']]);
  for (const { code, online } of facts.terminals)
    messages.set(terminalTopic(topics.root, code), onOff(online));
  for (const input of facts.inputs) messages.set(inputTopic(topics.root, input), onOff(input.active));
  for (const { id, tones, isSounding } of controlled)
    if (tones.size > 0) messages.set(`${zoneTopic(topics.root, id)}/siren`, onOff(isSounding));
  for (const zone of facts.zones) {
    const at = zoneTopic(topics.root, zone.id);
    messages.set(`${at}/alarm`, onOff(zone.alarms.length > 0));
    messages.set(`${at}/alarms`, JSON.stringify({ alarms: zone.alarms }));
    messages.set(`${at}/fault`, onOff(zone.faults > 0));
    messages.set(`${at}/faults`, String(zone.faults));
  }
  return messages;
}

/** Creates the retained discovery messages of Home Assistant, by topic: a device for each zone with what controls it, and the plan. */
export function discoveryOf(
  topics: MqttTopics,
  facts: SiteFacts,
  plan: PlanFacts | null,
  controlled: readonly ControlledZone[],
): Map<string, string> {
  const terminals = groupBy(facts.terminals, ({ org }) => org);
  const inputs = groupBy(facts.inputs, ({ org }) => org);
  const message = (key: string, model: string, name: string, cmps: Record<string, object>) =>
    [
      `${topics.discovery}/${key}/config`,
      JSON.stringify({
        dev: { ids: [`${topics.node}_${key}`], name, mf: 'Tocsin', mdl: model, sw: serverVersion },
        o: { name: 'Tocsin', sw: serverVersion },
        availability_topic: topics.status,
        cmps,
      }),
    ] as const;
  return new Map([
    ...facts.zones.map((zone) =>
      message(
        `zone_${zone.id}`,
        'Zone',
        zone.name,
        Object.assign(
          componentsOf(topics, zone, terminals.get(zone.id) ?? [], inputs.get(zone.id) ?? []),
          ...controlled.filter(({ id }) => id === zone.id).map((one) => controlComponents(topics, one)),
        ),
      ),
    ),
    ...(plan === null ? [] : [message(`plan_${plan.id}`, 'Alarm plan', plan.name, buttonsOf(topics, plan))]),
  ]);
}
