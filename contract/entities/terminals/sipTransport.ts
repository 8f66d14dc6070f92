import { z } from 'zod';
import { fingerprint } from '../../rules/fingerprint.ts';

/** Longest delay of a multicast loudspeaker, ms: the lead of a start covers it. */
export const MAX_DELAY_MS = 150;
/** Longest delay of a loudspeaker that is called, ms: starts in zones that wait begin so much later. */
export const LONGEST_DELAY_MS = 2_000;

/** Codecs that a call may use; `any` offers all, the best first. */
export const sipCodecs = ['any', 'opus', 'g722', 'pcma', 'pcmu'] as const;
export type SipCodec = (typeof sipCodecs)[number];

/** Ways to ask a phone to answer at once; makers differ. */
export const sipAnswers = [
  'none',
  'call_info',
  'alert_info',
  'auto_answer',
  'intercom',
  'answer_mode',
] as const;
export type SipAnswer = (typeof sipAnswers)[number];

/** SIP URI of a device without its scheme: `4001@pbx.example`, `10.0.0.5:5062`. */
const uri =
  /^(?:[A-Za-z0-9_.!~*'()&=+$,?/%#-]{1,64}@)?[A-Za-z0-9](?:[A-Za-z0-9.-]{0,200}[A-Za-z0-9])?(?::[1-9][0-9]{0,4})?$/;

const delayOf = (mostMs: number) =>
  z
    .number()
    .int()
    .min(0)
    .max(mostMs)
    .describe('Time from the arrival of a packet to its sound, ms; it is sent that much earlier.');
/** Delay of a multicast loudspeaker, and of one that is called. */
export const soundDelay = delayOf(MAX_DELAY_MS);
export const calledDelay = delayOf(LONGEST_DELAY_MS);

/** SIP call to a loudspeaker or phone of another make. */
export const sipTransport = z.object({
  transport: z.literal('sip').describe('SIP: the loudspeaker is called and answers.'),
  uri: z
    .string()
    // As it is copied from a telephone system.
    .overwrite((text) => text.trim().replace(/^sip:/i, ''))
    .max(255)
    .regex(uri, { error: 'rules.sipAddress' })
    .describe(
      'SIP URI without its scheme: extension and host, or host alone, with the port if it is not the usual one: `4001@10.0.0.5`.',
    ),
  protocol: z.enum(['udp', 'tcp', 'tls']).describe('Transport of SIP: `udp`, `tcp` or `tls`.'),
  certificate: fingerprint,
  codec: z
    .enum(sipCodecs)
    .describe(
      'Codec that is offered: `opus`, `g722`, `pcma` or `pcmu` (G.711), or `any`: all of these, and the loudspeaker chooses.',
    ),
  answer: z
    .enum(sipAnswers)
    .describe(
      'How it is asked to answer at once: `none` (it does so by its own setting), `call_info` (Call-Info with answer-after=0), `alert_info` (Alert-Info with info=alert-autoanswer), `auto_answer` (Alert-Info: Auto Answer), `intercom` (Alert-Info: Intercom), `answer_mode` (RFC 5373).',
    ),
  delay_ms: calledDelay,
});
export type SipTransport = z.output<typeof sipTransport>;

/** Transport of a new SIP loudspeaker. */
export const defaultSipTransport: SipTransport = {
  transport: 'sip',
  uri: '',
  protocol: 'udp',
  certificate: '',
  codec: 'any',
  answer: 'call_info',
  delay_ms: 60,
};
