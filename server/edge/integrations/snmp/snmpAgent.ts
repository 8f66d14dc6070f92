import { createHash } from 'node:crypto';
import { createSocket, type RemoteInfo } from 'node:dgram';
import snmp from 'net-snmp';
import type { SnmpAddress } from '../../../../contract/entities/site/snmpAddress.ts';
import { ruleMessage } from '../../../../contract/rules/ruleMessage.ts';
import type { AgentFacts } from './agentFacts.ts';
import { agentMib } from './agentMib.ts';
import { packetHeader } from './packetHeader.ts';

/** Age of the values after which a request reads them again, ms; the pause is this many times the reading, at least. */
const VALUES_MS = 2_000;
const PAUSE_FACTOR = 20;
/** Largest packet that is read, bytes, and packets that are read per second. */
const PACKET_BYTES = 1_500;
const MAX_PACKETS = 500;
/** Objects in the answer to one GetBulk request. */
const MAX_BULK = 50;
/** Time between attempts to open the port, between two lines in the log, and between two noted requests, ms. */
const RETRY_MS = 30_000;
const LOG_MS = 60_000;
const NOTE_MS = 60_000;
/** Version numbers on the wire. */
const V2C = 1;
const V3 = 3;

export interface SnmpAgentOptions {
  address: SnmpAddress;
  /** Community, or password of the user. */
  secret: string;
  /** IPv4 addresses that are answered. */
  peers: readonly string[];
  /** Text that is the same after a restart, and different for every agent. */
  identity: string;
  facts(): AgentFacts;
  /** Called when the port is open (empty), with the reason when it is not, and at requests that were answered. */
  outcome(error: string): void;
  log: { warn(details: object, message: string): void };
}

/** Part of an agent of net-snmp, which has no types of its own. */
interface Agent {
  getAuthorizer(): { addCommunity(community: string): void; addUser(user: object): void };
  setMib(mib: object): void;
  getBulkRequest(socket: object, message: BulkMessage, from: RemoteInfo): void;
}
interface BulkMessage {
  pdu: { nonRepeaters: number; maxRepetitions: number };
}
type Listener = (packet: Buffer, from: RemoteInfo) => void;

/** Id of the engine of SNMPv3 (RFC 3411): enterprise 8072, twelve bytes of its own form. */
function engineIdOf(identity: string): Buffer {
  const digest = createHash('sha256').update(identity).digest();
  return Buffer.concat([Buffer.from('80001f8805', 'hex'), digest.subarray(0, 12)]);
}

/**
 * Answers SNMP requests at a UDP port, by SNMPv2c with a community or by SNMPv3 with authentication (SHA-256) and
 * encryption (AES-128). It has no object that can be written.
 */
export function openSnmpAgent(options: SnmpAgentOptions): { close(): void } {
  const { address, secret, outcome } = options;
  const peers = new Set(options.peers);
  const engineId = engineIdOf(options.identity);
  const version = address.username === '' ? V2C : V3;
  const socket = createSocket('udp4');
  let isClosed = false;
  let readAtMs = Number.NEGATIVE_INFINITY;
  let pauseMs = VALUES_MS;
  let loggedAtMs = Number.NEGATIVE_INFINITY;
  let notedAtMs = Number.NEGATIVE_INFINITY;
  let packets = { count: 0, sinceMs: Number.NEGATIVE_INFINITY };

  /** Logs the first refused packet of each minute. */
  function refuse(from: string, reason: string): void {
    if (performance.now() - loggedAtMs < LOG_MS) return;
    loggedAtMs = performance.now();
    options.log.warn({ from, port: address.port, reason }, 'an SNMP request was not answered');
  }

  /** Reason why the library is not given a packet; null: it is. */
  function refusal(packet: Buffer, from: RemoteInfo): string | null {
    if (!peers.has(from.address)) return 'the address is not allowed';
    if (packet.length > PACKET_BYTES) return 'the packet is too large';
    if (performance.now() - packets.sinceMs > 1_000) packets = { count: 0, sinceMs: performance.now() };
    packets.count += 1;
    if (packets.count > MAX_PACKETS) return 'too many requests';
    const header = packetHeader(packet);
    if (header?.version !== version) return 'it is no request of the version of this agent';
    if (version === V2C || header.engineId.length === 0) return null;
    // The library would answer plain requests, and derive and keep a key for every engine id.
    return header.isPrivate && header.engineId.equals(engineId) ? null : 'it is not encrypted for this agent';
  }

  /** Reads the values again if they are old. */
  function refresh(): void {
    const beganMs = performance.now();
    if (beganMs - readAtMs < pauseMs) return;
    agent.setMib(agentMib(options.facts()));
    readAtMs = performance.now();
    pauseMs = Math.max(VALUES_MS, (readAtMs - beganMs) * PAUSE_FACTOR);
  }

  const take =
    (listener: Listener): Listener =>
    (packet, from) => {
      const reason = refusal(packet, from);
      if (reason !== null) return refuse(from.address, reason);
      try {
        refresh();
        listener(packet, from);
      } catch (error) {
        refuse(from.address, String(error));
      }
    };
  const guarded = {
    on: (event: string, listener: Listener) => event === 'message' && socket.on('message', take(listener)),
    bind() {},
    send: (bytes: Buffer, offset: number, length: number, port: number, to: string) =>
      socket.send(bytes, offset, length, port, to, (error) => error !== null && refuse(to, String(error))),
  };

  const agent: Agent = snmp.createAgent(
    {
      ...{ port: address.port, engineID: engineId.toString('hex') },
      ...{ accessControlModelType: snmp.AccessControlModelType.Simple },
      dgramModule: { createSocket: () => guarded },
    },
    (error: Error | null, data?: { rinfo?: RemoteInfo }) => {
      const from = data?.rinfo?.address ?? '';
      if (error !== null) return refuse(from, error.name);
      if (performance.now() - notedAtMs < NOTE_MS) return;
      notedAtMs = performance.now();
      outcome('');
    },
  );
  // The library goes on until it has as many objects as were asked for, also after the last one.
  const answerBulk = agent.getBulkRequest.bind(agent);
  agent.getBulkRequest = (from, message, info) => {
    const { pdu } = message;
    pdu.maxRepetitions = Math.min(pdu.maxRepetitions, MAX_BULK);
    answerBulk(from, message, info);
  };
  if (version === V2C) agent.getAuthorizer().addCommunity(secret);
  else
    agent.getAuthorizer().addUser({
      ...{ name: address.username, level: snmp.SecurityLevel.authPriv },
      ...{ authProtocol: snmp.AuthProtocols.sha256, authKey: secret },
      ...{ privProtocol: snmp.PrivProtocols.aes, privKey: secret },
    });

  let timer: NodeJS.Timeout | undefined;
  let told: string | undefined;
  function tell(error: string): void {
    if (told === error || isClosed) return;
    told = error;
    outcome(error);
  }
  const listen = () => socket.bind(address.port, address.host);
  socket.on('listening', () => tell(''));
  socket.on('error', (error: NodeJS.ErrnoException) => {
    const { port, host } = address;
    if (error.code === 'EADDRINUSE') tell(ruleMessage('integration.snmpPortTaken', { port }));
    else
      tell(
        ruleMessage('integration.snmpPortFailed', {
          address: `${host}:${port}`,
          reason: error.code ?? error.name,
        }),
      );
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(listen, RETRY_MS);
  });
  listen();

  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      socket.close();
    },
  };
}
