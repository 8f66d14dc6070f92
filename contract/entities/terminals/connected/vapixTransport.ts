import { z } from 'zod';
import { connectedFields, connectedUrl } from './connectedFields.ts';

/** Codings of `transmit.cgi`, with their media types. */
export const vapixTypes = {
  pcmu: 'audio/basic',
  pcmu16: 'audio/axis-mulaw-128',
} as const;
export const vapixCodecs = ['pcmu16', 'pcmu'] as const;

/** Path of the sound of a device, unless its address has one. */
export const VAPIX_PATH = '/axis-cgi/audio/transmit.cgi';

/** Loudspeaker, camera or door station of Axis that takes sound by HTTP. */
export const vapixTransport = z.object({
  transport: z.literal('vapix').describe('HTTP request of Axis VAPIX, whose body is the sound.'),
  url: connectedUrl('http', 'https').describe(
    `Address of the device, such as \`https://10.0.0.7\`; its path is \`${VAPIX_PATH}\` unless it has one. By HTTP the sound is not encrypted.`,
  ),
  codec: z
    .enum(vapixCodecs)
    .describe(
      'Coding: `pcmu16` is G.711 µ-law at 16 kHz (`audio/axis-mulaw-128`), `pcmu` at 8 kHz (`audio/basic`).',
    ),
  ...connectedFields,
});
export type VapixTransport = z.output<typeof vapixTransport>;

/** Transport of a new loudspeaker of Axis. */
export const defaultVapixTransport: VapixTransport = {
  transport: 'vapix',
  url: '',
  codec: 'pcmu16',
  user: '',
  certificate: '',
  delay_ms: 60,
};
