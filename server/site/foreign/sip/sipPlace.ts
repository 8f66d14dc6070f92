import type { SipTransport } from '../../../../contract/entities/terminals/sipTransport.ts';
import type { Hop, LocalEnd } from '../../../platform/sip/hop.types.ts';
import { parseUri } from '../../../platform/sip/sipUri.ts';
import type { UserAgent } from '../../../platform/sip/userAgent.ts';

/** Name of this side in calls. */
const OWN_USER = 'tocsin';

/** Way to a loudspeaker, and its names. */
export interface SipPlace {
  uri: string;
  /** Address of this side. */
  from: string;
  hop: Hop;
  local: LocalEnd;
}

/**
 * Finds the way to a loudspeaker.
 * @throws the error of the system
 */
export async function placeOf(
  agent: UserAgent,
  { uri: name, protocol, certificate }: SipTransport,
): Promise<SipPlace> {
  const uri = `sip:${name}${protocol === 'udp' ? '' : `;transport=${protocol}`}`;
  const parsed = parseUri(uri);
  if (parsed === null) throw new Error('EINVAL');
  const { host, port } = parsed;
  const hop = await agent.hop(protocol, host, port, { host, certificate });
  const local = await agent.open(hop);
  return { uri, from: `sip:${OWN_USER}@${local.address}`, hop, local };
}
