import { PROGRAMME_PACKET_BYTES } from '../../../contract/protocol/audio.ts';
import { type OpenSource, programmePace } from '../../sound/source/source.ts';

/**
 * Tone of the self-test: 18 kHz at −60 dBFS. At that frequency the threshold of hearing, if any, lies far
 * above what a loudspeaker makes of that level; the level that a sound card measures still distinguishes it
 * from silence.
 */
export const TONE_HZ = 18_000;
export const TONE_DB = -60;

/** Ten packets of the tone, made by scripts/selfTestTone.ts; repeated, they join without a click. */
const PACKETS =
  '+G/4GRkNYLtLpqDeR4Yw/9VT60c96WFFemnP/NOFJWEhBHDU3a6yUpQLGBjpu+NftlAC86qNbsFLgr/kKxZFQWZgAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAC2ZznL2AkNpJeiQdKOLISv3X32VIkn85ztxPMX9m7+o9mI3yninivSkOlNxqP/2x/bGvRegy' +
  'QRXPdmU/uXOIT28iZknScPhv+BkZDWC7S6ag3keGMP/VU+tHPelhRXppz/zThSVhIQRw1N2uslKUCxgY6bvjX7ZQAvOqjW7B' +
  'S4K/5CsWRUFmYAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAtmc5y9gJDaSXokHSjiyEr9199lSJJ/Oc7cTzF/Zu/qPZiN8p4p' +
  '4r0pDpTcaj/9sf2xr0XoMkEVz3ZlP7lziE9vImZJ0nD4b/gZGQ1gu0umoN5HhjD/1VPrRz3pYUV6ac/804UlYSEEcNTdrrJS' +
  'lAsYGOm741+2UALzqo1uwUuCv+QrFkVBZmAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALZnOcvYCQ2kl6JB0o4shK/dffZUiS' +
  'fznO3E8xf2bv6j2YjfKeKeK9KQ6U3Go//bH9sa9F6DJBFc92ZT+5c4hPbyJmSdJw+G/4GRkNYLtLpqDeR4Yw/9VT60c96WFF' +
  'emnP/NOFJWEhBHDU3a6yUpQLGBjpu+NftlAC86qNbsFLgr/kKxZFQWZgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC2ZznL2A' +
  'kNpJeiQdKOLISv3X32VIkn85ztxPMX9m7+o9mI3yninivSkOlNxqP/2x/bGvRegyQRXPdmU/uXOIT28iZknScPhv+BkZDWC7' +
  'S6ag3keGMP/VU+tHPelhRXppz/zThSVhIQRw1N2uslKUCxgY6bvjX7ZQAvOqjW7BS4K/5CsWRUFmYAAAAAAAAAAAAAAAAAAA' +
  'AAAAAAAAAAAAAAtmc5y9gJDaSXokHSjiyEr9199lSJJ/Oc7cTzF/Zu/qPZiN8p4p4r0pDpTcaj/9sf2xr0XoMkEVz3ZlP7lz' +
  'iE9vImZJ0nD4b/gZGQ1gu0umoN5HhjD/1VPrRz3pYUV6ac/804UlYSEEcNTdrrJSlAsYGOm741+2UALzqo1uwUuCv+QrFkVB' +
  'ZmAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALZnOcvYCQ2kl6JB0o4shK/dffZUiSfznO3E8xf2bv6j2YjfKeKeK9KQ6U3Go/' +
  '/bH9sa9F6DJBFc92ZT+5c4hPbyJmSdJw+G/4GRkNYLtLpqDeR4Yw/9VT60c96WFFemnP/NOFJWEhBHDU3a6yUpQLGBjpu+Nf' +
  'tlAC86qNbsFLgr/kKxZFQWZgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAC2ZznL2AkNpJeiQdKOLISv3X32VIkn85ztxPMX9m' +
  '7+o9mI3yninivSkOlNxqP/2x/bGvRegyQRXPdmU/uXOIT28iZknScPhv+BkZDWC7S6ag3keGMP/VU+tHPelhRXppz/zThSVh' +
  'IQRw1N2uslKUCxgY6bvjX7ZQAvOqjW7BS4K/5CsWRUFmYAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAtmc5y9gJDaSXokHSji' +
  'yEr9199lSJJ/Oc7cTzF/Zu/qPZiN8p4p4r0pDpTcaj/9sf2xr0XoMkEVz3ZlP7lziE9vImZJ0nD4b/gZGQ1gu0umoN5HhjD/' +
  '1VPrRz3pYUV6ac/804UlYSEEcNTdrrJSlAsYGOm741+2UALzqo1uwUuCv+QrFkVBZmAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' +
  'AAALZnOcvYCQ2kl6JB0o4shK/dffZUiSfznO3E8xf2bv6j2YjfKeKeK9KQ6U3Go//bH9sa9F6DJBFc92ZT+5c4hPbyJmSdJw' +
  '+G/4GRkNYLtLpqDeR4Yw/9VT60c96WFFemnP/NOFJWEhBHDU3a6yUpQLGBjpu+NftlAC86qNbsFLgr/kKxZFQWZgAAAAAAAA' +
  'AAAAAAAAAAAAAAAAAAAAAAAAC2ZznL2AkNpJeiQdKOLISv3X32VIkn85ztxPMX9m7+o9mI3yninivSkOlNxqP/2x/bGvRegy' +
  'QRXPdmU/uXOIT28iZknScA==';

const bytes = Buffer.from(PACKETS, 'base64');
export const tonePackets: readonly Uint8Array[] = Array.from(
  { length: bytes.length / PROGRAMME_PACKET_BYTES },
  (_, i) => bytes.subarray(i * PROGRAMME_PACKET_BYTES, (i + 1) * PROGRAMME_PACKET_BYTES),
);

/** Endless source of the tone. */
export const openTone: OpenSource = () => {
  let next = 0;
  return {
    pace: programmePace,
    finished: false,
    failure: null,
    prepare: async () => {},
    take: (count) =>
      Array.from({ length: count }, () => tonePackets[next++ % tonePackets.length] as Uint8Array),
    close() {},
  };
};
