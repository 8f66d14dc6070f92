import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { avGetSampleFmtName, avSampleFmtIsPlanar, Decoder, Demuxer } from 'node-av';
import type { AVSampleFormat } from 'node-av/constants';
import type { RtpMulticast } from '../../../contract/entities/terminals/foreign.ts';
import { formats } from '../../../server/site/foreign/worker/codecs.ts';

/** Received part of a stream, of its middle. */
export interface Received {
  rms_db: number;
  pitchHz: number;
}

/** Address of this machine at which the tests send and receive. */
export const LOOPBACK = '127.0.0.1';

function levelOf(samples: readonly number[], rate: number): Received {
  let squares = 0;
  let crossings = 0;
  for (const [i, sample] of samples.entries()) {
    squares += sample ** 2;
    if (i > 0 && (samples[i - 1] ?? 0) < 0 && sample >= 0) crossings++;
  }
  return {
    rms_db: 10 * Math.log10(squares / samples.length),
    pitchHz: (crossings * rate) / samples.length,
  };
}

/** Description of a stream in SDP, as a person would enter it. */
function ownSdp({ group, port, codec }: RtpMulticast): string {
  const { payloadType, rtpmap } = formats[codec];
  const lines = [
    'v=0',
    `o=- 1 1 IN IP4 ${LOOPBACK}`,
    's=test',
    `c=IN IP4 ${group}/1`,
    't=0 0',
    `m=audio ${port} RTP/AVP ${payloadType}`,
    `a=rtpmap:${payloadType} ${rtpmap}`,
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Receives a group by FFmpeg, as a loudspeaker of another make would, and measures `seconds` of its sound.
 *
 * @param described its description in SDP; by default, one of the test
 */
export async function receiveRtp(
  transport: RtpMulticast,
  seconds: number,
  described = ownSdp(transport),
): Promise<Received> {
  const { group, port } = transport;
  const sdp = join(tmpdir(), `multicast-${group}-${port}-${process.pid}.sdp`);
  writeFileSync(sdp, described);
  await using input = await Demuxer.open(sdp, {
    options: { protocol_whitelist: 'file,udp,rtp', localaddr: LOOPBACK },
  });
  const stream = input.audio();
  if (stream === undefined) throw new Error('no sound in the stream');
  using decoder = await Decoder.create(stream);
  const samples: number[] = [];
  let rate = 0;
  for await (const frame of decoder.frames(input.packets(stream.index))) {
    if (frame === null) continue;
    rate = frame.sampleRate;
    const [plane] = frame.data ?? [];
    if (plane === undefined) continue;
    const format = frame.format as AVSampleFormat;
    const stride = avSampleFmtIsPlanar(format) ? 1 : frame.channels;
    const bytes = new DataView(plane.buffer, plane.byteOffset, plane.byteLength);
    const isFloat = avGetSampleFmtName(format)?.startsWith('flt') === true;
    for (let i = 0; i < frame.nbSamples; i++)
      samples.push(
        isFloat ? bytes.getFloat32(i * stride * 4, true) : bytes.getInt16(i * stride * 2, true) / 32_768,
      );
    frame.free();
    if (samples.length >= rate * seconds) break;
  }
  return levelOf(samples.slice(-Math.round((rate * seconds) / 2)), rate);
}
