import { afterEach, expect, test } from 'vitest';
import { defaultSipTransport } from '../../../contract/entities/terminals/sipTransport.ts';
import { volumeToGain } from '../../../contract/protocol/audio.ts';
import { createMediaClock } from '../../../server/platform/clock/mediaClock.ts';
import { OutgoingCall } from '../../../server/platform/sip/outgoingCall.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';
import { createSender, type Sender } from '../../../server/site/foreign/sender.ts';
import { CALLS } from '../../../server/site/foreign/sender.types.ts';
import { callSettings, codecOf } from '../../../server/site/foreign/sip/sipOffer.ts';
import { placeOf } from '../../../server/site/foreign/sip/sipPlace.ts';
import { sipTimes } from '../../../server/site/foreign/sip/sipTimes.ts';
import { installed } from '../../support/debian.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort } from '../../support/freePort.ts';
import { peakOf, startBaresip } from './sipPhones.ts';
import { playTone } from './tone.ts';

const missing = installed('baresip', 'baresip-core');
const STREAM = 7;
/** Peak of the tone, in full scale. */
const PEAK = 0.5;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

test.skipIf(missing !== null).for([
  ['pcmu', 'udp'],
  ['pcma', 'tcp'],
  ['g722', 'udp'],
  ['opus', 'udp'],
] as const)(
  missing === null ? 'baresip hears %s called over %s' : `calls (not run, because ${missing})`,
  async ([codec, protocol]) => {
    const clock = createMediaClock();
    const port = await freePort();
    const phone = await startBaresip(codec === 'opus' ? 'opus' : codec, port);
    ends.push(() => phone.stop());
    let rtp: number | null = null;
    const sender: Sender = createSender({
      ...{ clock, state() {}, log: console },
      connection() {},
      connectionsLost() {},
      callsPort: (one) => {
        rtp = one;
      },
    });
    ends.push(() => sender.close());
    sender.openCalls(0);
    await eventually(() => expect(rtp).not.toBeNull());
    const agent = new UserAgent({ port: 0, name: 'Test', log: console });
    ends.push(() => agent.close());
    const transport = { ...defaultSipTransport, ...{ uri: phone.uri, protocol, codec } };
    const place = await eventually(() => placeOf(agent, transport));
    let call: OutgoingCall | null = null;
    await eventually(() => {
      if (call === null || call.state.kind === 'refused')
        call = new OutgoingCall(agent, callSettings(transport, place, rtp ?? 0, sipTimes), () => undefined);
      expect(call.state.kind).toBe('answered');
    });
    const made = call as OutgoingCall | null;
    if (made?.state.kind !== 'answered') throw new Error('not answered');
    ends.push(() => made.hangUp());
    const { address, port: to, payloadType, format } = made.state.sound;
    expect(codecOf(format)).toBe(codec);
    const from_us = playTone(sender, CALLS, STREAM, clock.now, ends);
    sender.send({
      ...{ type: 'play', call: 1, from_us },
      sound: {
        ...{ stream: STREAM, gain: volumeToGain(100), codec, packet_ms: 20, delay_ms: 60 },
        to: { address, port: to, payload_type: payloadType, master: made.state.master },
      },
    });
    await eventually(() => expect(Math.abs(peakOf(phone.folder) - PEAK)).toBeLessThan(0.1));
  },
);
