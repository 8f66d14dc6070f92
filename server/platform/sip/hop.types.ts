import type { TlsPeer } from '../connect/tlsPeer.ts';

export type SipProtocol = 'udp' | 'tcp' | 'tls';

/** Place that messages are sent to, or have come from; `address` is a network address, not a name. */
export interface Hop {
  protocol: SipProtocol;
  address: string;
  port: number;
  /** Certificate that is expected when this side opens the connection by TLS; absent: the other side has opened it. */
  peer?: TlsPeer;
}

/** Local end of the way to a hop. */
export interface LocalEnd {
  address: string;
  port: number;
}
