import { randomUUID } from 'node:crypto';
import { connect, isIP } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { type IPublishPacket, MqttClient } from 'mqtt';
import { type MqttAddress, parseMqttAddress } from '../../../../contract/entities/site/mqttAddress.ts';
import { ruleMessage } from '../../../../contract/rules/ruleMessage.ts';
import { failureOf, StreamFailure } from '../../../sound/radio/failure.ts';
import { guarded } from '../../../sound/radio/http.ts';
import type { AddressPolicy } from '../../../sound/radio/policy.ts';
import type { MqttCommand } from './mqttCommand.ts';
import type { MqttTopics } from './mqttTopics.ts';

/** Time between attempts to connect, ms. */
const RECONNECT_MS = 5_000;
/** Time without an answer of the broker after which the connection is lost, s. */
const KEEPALIVE_S = 10;
/** Events that wait for the broker; further ones are dropped, as the retained states tell what counts. */
const MAX_WAITING = 1_000;
/** Commands carried out per minute. */
const MAX_COMMANDS = 120;
/** Largest message that the broker may pass on, in bytes: the description of a zone with thousands of terminals. */
const MAX_MESSAGE_BYTES = 1_048_576;
/** Codes of CONNACK for a wrong user name or password, and a client without a right (MQTT 5, MQTT 3). */
const REFUSED = new Set([4, 5, 0x86, 0x87]);

export interface MqttLinkDeps {
  policy: AddressPolicy;
  topics: MqttTopics;
  /**
   * All retained messages as they are now, by topic.
   * @param isWhole false: without those that describe objects, which change seldom
   */
  retained(isWhole: boolean): ReadonlyMap<string, string>;
  /** Reads a message that was not retained, by its topic below the root; see `readCommand`. */
  read(below: string, body: Buffer): MqttCommand | string | null;
  /** Takes a command. Never throws. */
  command(command: MqttCommand): void;
  /** Called when a command is not read, with the reason for the log. */
  ignored(reason: string): void;
  /** Called when the connection works (empty), and with the reason when it does not. */
  outcome(error: string): void;
  now?: () => number;
}

export interface MqttLink {
  /** Publishes the retained messages that have changed; see `retained`. */
  refresh(isWhole: boolean): void;
  /** Publishes an event. */
  event(body: string): void;
  close(): Promise<void>;
}

/**
 * Connects to a broker (MQTT 5) as long as it is open. The broker's last will tells when the link is lost; at
 * each connection all states are published again, and retained messages of objects that no longer exist are
 * deleted.
 *
 * @param password null: none
 */
export function openMqttLink(url: string, password: string | null, deps: MqttLinkDeps): MqttLink {
  const address = parseMqttAddress(url);
  if (address === null) {
    deps.outcome('rules.mqttAddress');
    return { refresh() {}, event() {}, close: async () => {} };
  }
  const { topics } = deps;
  const now = deps.now ?? (() => performance.now());
  /** Retained messages as the broker has them. */
  const published = new Map<string, string>();
  let failure: unknown;
  let told: string | undefined;
  let commands = { count: 0, sinceMs: Number.NEGATIVE_INFINITY };

  const client = new MqttClient(
    () => {
      const socket = openSocket(address, deps.policy);
      socket.on('error', (error) => {
        failure = error;
      });
      return socket as never;
    },
    {
      protocolVersion: 5,
      properties: { maximumPacketSize: MAX_MESSAGE_BYTES },
      clientId: `tocsin-${randomUUID()}`,
      clean: true,
      keepalive: KEEPALIVE_S,
      reconnectPeriod: RECONNECT_MS,
      connectTimeout: 15_000,
      resubscribe: false,
      ...(address.username === '' ? {} : { username: address.username }),
      ...(password === null ? {} : { password }),
      will: { topic: topics.status, payload: Buffer.from('offline'), qos: 1, retain: true },
    },
  );

  /** Reports the state of the connection when it changes. */
  function tell(error: string): void {
    if (told === error) return;
    told = error;
    deps.outcome(error);
  }
  const put = (topic: string, body: string) => client.publish(topic, body, { qos: 1, retain: true });

  function refresh(isWhole: boolean): void {
    if (!client.connected) return;
    const wanted = deps.retained(isWhole);
    for (const [topic, body] of wanted) {
      if (published.get(topic) === body) continue;
      put(topic, body);
      published.set(topic, body);
    }
    if (!isWhole) return;
    for (const topic of published.keys()) {
      if (wanted.has(topic)) continue;
      // An empty retained message deletes the stored one.
      put(topic, '');
      published.delete(topic);
    }
  }

  function take(topic: string, body: Buffer, packet: IPublishPacket): void {
    if (packet.retain) {
      // Left by an object that is gone, or by somebody who made a command permanent.
      if (!published.has(topic) && body.length > 0) put(topic, '');
      return;
    }
    const isOwn = topic.startsWith(`${topics.root}/`);
    const command = isOwn ? deps.read(topic.slice(topics.root.length + 1), body) : null;
    if (command === null) return;
    if (now() - commands.sinceMs > 60_000) commands = { count: 0, sinceMs: now() };
    commands.count += 1;
    if (commands.count === MAX_COMMANDS + 1) deps.ignored(`more than ${MAX_COMMANDS} in a minute`);
    if (commands.count > MAX_COMMANDS) return;
    if (typeof command === 'string') deps.ignored(command);
    else deps.command(command);
  }

  client.on('connect', () => {
    failure = undefined;
    published.clear();
    refresh(true);
    // Own messages are not sent back; retained ones are sent once, to be compared.
    const filter = { qos: 1, nl: true, rap: false, rh: 0 } as const;
    client.subscribe({ [`${topics.root}/#`]: filter, [`${topics.discovery}/+/config`]: filter });
    tell('');
  });
  client.on('message', take);
  client.on('error', (error) => {
    failure = error;
  });
  client.on('close', () => {
    if (!client.disconnecting) tell(reasonOf(failure));
  });

  return {
    refresh,
    event(body) {
      if (client.connected && client.queue.length < MAX_WAITING)
        client.publish(topics.events, body, { qos: 1 });
    },
    async close() {
      if (client.connected)
        await client.publishAsync(topics.status, 'offline', { qos: 1, retain: true }).catch(() => undefined);
      await client.endAsync(true);
    },
  };
}

function openSocket({ isSecure, host, port }: MqttAddress, policy: AddressPolicy) {
  const lookup = guarded(policy);
  // A literal address is not looked up.
  if (isIP(host) !== 0 && !policy.allows(host)) {
    const socket = connect({
      host: 'invalid.',
      port,
      lookup: (_name, _options, done) => done(refusal(), '', 4),
    });
    return socket;
  }
  return isSecure
    ? connectTls({ host, port, lookup, ...(isIP(host) === 0 ? { servername: host } : {}) })
    : connect({ host, port, lookup });
}
const refusal = () => new StreamFailure('radio.addressRefused');

function reasonOf(failure: unknown): string {
  const code = (failure as { code?: unknown } | undefined)?.code;
  if (typeof code === 'number' && REFUSED.has(code)) return 'integration.brokerRefused';
  const { key, params } = failure === undefined ? new StreamFailure('radio.cut') : failureOf(failure);
  return ruleMessage(key, params);
}
