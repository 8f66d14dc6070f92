import { z } from 'zod';
import { connectedFields, connectedUrl } from './connectedFields.ts';

/** Codecs that a back channel may use; `any`: the first of these that the device takes. */
export const onvifCodecs = ['any', 'opus', 'g722', 'pcmu16', 'pcmu', 'pcma'] as const;
export type OnvifCodec = (typeof onvifCodecs)[number];

/** Camera or door station that takes sound by the back channel of its RTSP stream (ONVIF). */
export const onvifTransport = z.object({
  transport: z
    .literal('onvif')
    .describe('RTSP with the audio back channel of ONVIF, over the connection of RTSP.'),
  url: connectedUrl('rtsp', 'rtsps').describe(
    'Address of its stream, such as `rtsp://10.0.0.8/onvif1`. By `rtsp` the sound is not encrypted.',
  ),
  codec: z
    .enum(onvifCodecs)
    .describe(
      'Codec: `opus`, `g722`, `pcmu16` (G.711 µ-law at 16 kHz), `pcmu` or `pcma` (G.711 at 8 kHz), or `any`: the first of these that the device takes.',
    ),
  ...connectedFields,
});
export type OnvifTransport = z.output<typeof onvifTransport>;

/** Transport of a new camera or door station. */
export const defaultOnvifTransport: OnvifTransport = {
  transport: 'onvif',
  url: '',
  codec: 'any',
  user: '',
  certificate: '',
  delay_ms: 100,
};
