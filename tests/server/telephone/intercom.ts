import { PACKET_SAMPLES, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import type { CallState } from '../../../contract/protocol/call.ts';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import { createEncoder } from '../../../server/site/foreign/worker/codecs.ts';
import type { TerminalClient } from '../../support/terminalClient.ts';
import type { AirSite } from '../broadcast/airSite.ts';

/** Pitch of what is sent at the desk, Hz. */
export const DESK_HZ = 700;

/** Packets that are sent at once after a stall of the machine: a station that sends far more is refused. */
const MAX_AT_ONCE = 25;

/** Call station at a desk (number 7301), and a phone that is one (number 7300). */
export interface Intercom {
  client: TerminalClient;
  id: number;
  phone: number;
  /** Sends what is due at the desk: packets of 20 ms since the beginning of its call. */
  say(): void;
}

/** Adopts the station of a desk, and adds a phone as another one. */
export async function startIntercom(
  site: AirSite,
  phone: { integration: number; number: string },
  org: number,
): Promise<Intercom> {
  const { client, id } = await site.adopted('DESK', org, 'dialogue');
  await site.call('PATCH', `/v1/dialogue/${id}`, { token: site.token, body: { call_number: '7301' } });
  const added = await site.post('/v1/dialogue/phone', { name: 'Phone', org, phone, call_number: '7300' });
  if (added.body.code !== 200) throw new Error(JSON.stringify(added.body));
  const encoder = createEncoder('opus');
  const sent = { stream: 0, sinceMs: 0, packets: 0 };
  return {
    ...{ client, id, phone: (added.body.value as { id: number }).id },
    say() {
      const states = client.heard.filter((one): one is CallState => one.type === 'call.state');
      const last = states.at(-1);
      const stream = last?.state === 'talking' ? (last.stream ?? 0) : 0;
      if (stream !== sent.stream) Object.assign(sent, { stream, sinceMs: performance.now(), packets: 0 });
      if (stream === 0) return;
      const due = Math.ceil((performance.now() - sent.sinceMs) / 20);
      sent.packets = Math.max(sent.packets, due - MAX_AT_ONCE);
      for (; sent.packets < due; sent.packets++) {
        const from = sent.packets * PACKET_SAMPLES;
        const slot = Float32Array.from(
          { length: PACKET_SAMPLES },
          (_, i) => 0.5 * Math.sin((2 * Math.PI * DESK_HZ * (from + i)) / SAMPLE_RATE),
        );
        const at_us = Math.round((sent.sinceMs + sent.packets * 20) * 1000);
        client.socket.send(encodeAudioFrame({ stream, at_us, packets: [encoder.encode(slot)] }));
      }
    },
  };
}
