import type { Hop, LocalEnd } from './hop.types.ts';
import type { SipResponse } from './sipMessage.ts';
import { newTag } from './sipTags.ts';
import type { UserAgent } from './userAgent.ts';

/** Answers that say that nothing is there: not found, timeout, gone, unavailable. */
const absent: ReadonlySet<number> = new Set([404, 408, 410, 480, 503, 604]);

/** Tells if an answer to OPTIONS says that somebody is there. */
export const isPresent = ({ status }: Pick<SipResponse, 'status'>): boolean => !absent.has(status);

/**
 * Asks another side whether it is there (RFC 3261, 11); without an answer the response is 408.
 *
 * @param from address of this side, such as `sip:tocsin@10.0.0.2`
 */
export function askOptions(
  agent: Pick<UserAgent, 'send'>,
  { uri, from, hop, local }: { uri: string; from: string; hop: Hop; local: LocalEnd },
  timeoutMs: number,
): Promise<SipResponse> {
  const headers = [
    ['From', `<${from}>;tag=${newTag()}`],
    ['To', `<${uri}>`],
    ['Call-ID', newTag()],
    ['CSeq', '1 OPTIONS'],
    ['Contact', `<${from}:${local.port}>`],
    ['Accept', 'application/sdp'],
  ] as const;
  return agent.send({ method: 'OPTIONS', uri, headers }, hop, local, { timeoutMs }).response;
}
