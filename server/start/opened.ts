import type { FastifyInstance } from 'fastify';
import type { DataLock } from '../platform/dataFolder/dataLock.ts';
import type { Engine } from '../platform/db/engine.ts';
import type { Deps } from './deps.ts';
import type { KeptPort } from './listen/keepListening.ts';
import type { Secure } from './listen/secure.ts';
import type { Node } from './nodes/node.ts';

/** Resources opened so far, so that a start that fails halfway closes exactly these. */
export interface Opened {
  lock: DataLock;
  engine?: Engine;
  deps?: Deps;
  app?: FastifyInstance;
  plain?: KeptPort;
  secure?: Secure | null;
  /** This process as a node, with NATS_URL. */
  node?: Node;
  /** Standby server or node that follows, while this machine does not lead. */
  standby?: { close(): Promise<void> };
  /** Stops this server and lets it stand by, because its partner leads. */
  superseded?: () => void;
  /** Withdraws the announcement on the local network. */
  withdraw?: () => Promise<void>;
}
