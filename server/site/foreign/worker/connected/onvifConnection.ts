import { randomInt } from 'node:crypto';
import type {
  OnvifCodec,
  OnvifTransport,
} from '../../../../../contract/entities/terminals/connected/onvifTransport.ts';
import type { SoundCodec } from '../../../../../contract/entities/terminals/foreign.ts';
import { openSocket } from '../../../../platform/connect/openSocket.ts';
import { BACK_CHANNEL, type BackChannel, describeStream } from '../../../../platform/rtsp/backChannel.ts';
import { RtspConnection } from '../../../../platform/rtsp/rtspConnection.ts';
import { type ConnectionState, NO_CODEC } from '../../connected/connected.types.ts';
import { AGENT, loginAt, placeOfLoudspeaker } from '../../connected/connectedPlace.ts';
import { formats } from '../codecs.ts';
import type { Payload } from '../packetizer.ts';
import { encodeRtp } from '../rtp.ts';
import type { SoundConnection } from './soundConnection.types.ts';

const CONNECT_MS = 3_000;
/** Lifetime of a session whose server names none (RFC 2326, 12.37), s. */
const SESSION_S = 60;
/** Sound that a device has not taken, after which it counts as lost: 2 s of the largest codec, bytes. */
const STALLED_BYTES = 32_000;
const CHANNEL = 0;
const order = ['opus', 'g722', 'pcmu16', 'pcmu', 'pcma'] as const satisfies readonly OnvifCodec[];

const nameOf = (rtpmap: string) => rtpmap.toLowerCase().replace(/\/1$/, '');

/** Refusal by a status. */
class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** Codec of a back channel that a setting allows, with its payload type; null: there is none. */
export function chosenCodec(
  { formats: offered }: Pick<BackChannel, 'formats'>,
  wanted: OnvifCodec,
): { codec: SoundCodec; payloadType: number } | null {
  for (const codec of order) {
    if (wanted !== 'any' && wanted !== codec) continue;
    const found = offered.find(({ rtpmap }) => nameOf(rtpmap) === nameOf(formats[codec].rtpmap));
    if (found !== undefined) return { codec, payloadType: found.payloadType };
  }
  return null;
}

/** Session of RTSP whose back channel carries the sound, as frames of the same connection. */
export class OnvifConnection implements SoundConnection {
  readonly #transport: OnvifTransport;
  readonly #told: (state: ConnectionState) => void;
  readonly #ssrc = randomInt(2 ** 32);
  readonly #timestampAt0 = randomInt(2 ** 32);
  #sequence = randomInt(2 ** 16);
  #rtsp: RtspConnection | null = null;
  #sound: { codec: SoundCodec; payloadType: number } | null = null;
  #base: string;
  #timer: NodeJS.Timeout | undefined;
  #isEnded = false;

  constructor(transport: OnvifTransport, password: string | null, told: (state: ConnectionState) => void) {
    this.#transport = transport;
    this.#told = told;
    this.#base = transport.url;
    this.#open(password).catch((error: NodeJS.ErrnoException) => {
      if (error instanceof Refusal) this.#end({ kind: 'refused', status: error.status });
      else this.#end({ kind: 'lost', error: error.code ?? error.message });
    });
  }

  async #open(password: string | null): Promise<void> {
    const { url, codec } = this.#transport;
    const socket = await openSocket(placeOfLoudspeaker(this.#transport), CONNECT_MS);
    if (this.#isEnded) return void socket.destroy();
    const rtsp = new RtspConnection(socket, loginAt(this.#transport, password), AGENT, () =>
      this.#end({ kind: 'lost', error: 'ECONNRESET' }),
    );
    this.#rtsp = rtsp;
    const { response, channel } = await describeStream(rtsp, url);
    if (response.status !== 200) throw new Refusal(response.status);
    const sound = channel === null ? null : chosenCodec(channel, codec);
    if (channel === null || sound === null) throw new Refusal(NO_CODEC);
    this.#base = (response.header('content-base') ?? url).trim();
    const setUp = await rtsp.request('SETUP', channel.control, {
      Transport: `RTP/AVP/TCP;unicast;interleaved=${CHANNEL}-${CHANNEL + 1}`,
      Require: BACK_CHANNEL,
    });
    if (setUp.status !== 200) throw new Refusal(setUp.status);
    const [session = '', ...more] = (setUp.header('session') ?? '').split(';');
    rtsp.session = session.trim();
    const play = await rtsp.request('PLAY', this.#base, { Require: BACK_CHANNEL, Range: 'npt=0.000-' });
    if (play.status !== 200) throw new Refusal(play.status);
    if (this.#isEnded) return;
    this.#sound = sound;
    const [, lifeS] = /timeout\s*=\s*(\d+)/i.exec(more.join(';')) ?? [];
    this.#keep(Math.max(2, Number(lifeS ?? SESSION_S)) * 500);
    this.#told({ kind: 'answered', codec: sound.codec });
  }

  /** Keeps the session, which ends without requests. */
  #keep(everyMs: number): void {
    this.#timer = setTimeout(() => {
      this.#rtsp?.request('GET_PARAMETER', this.#base).then(
        () => this.#isEnded || this.#keep(everyMs),
        () => this.#end({ kind: 'lost', error: 'ETIMEDOUT' }),
      );
    }, everyMs);
  }

  send({ at_us, isFirst, bytes }: Payload): void {
    const [rtsp, sound] = [this.#rtsp, this.#sound];
    if (rtsp === null || sound === null || this.#isEnded) return;
    if (rtsp.waitingBytes > STALLED_BYTES) {
      this.#end({ kind: 'lost', error: 'ETIMEDOUT' });
      return;
    }
    const packet = encodeRtp({
      payloadType: sound.payloadType,
      marker: isFirst,
      sequence: this.#sequence++,
      timestamp: this.#timestampAt0 + Math.round((at_us * formats[sound.codec].clockRate) / 1e6),
      ssrc: this.#ssrc,
      payload: bytes,
    });
    rtsp.frame(CHANNEL, packet);
  }

  #end(state: ConnectionState): void {
    if (this.#isEnded) return;
    this.close();
    this.#told(state);
  }

  close(): void {
    this.#isEnded = true;
    clearTimeout(this.#timer);
    const rtsp = this.#rtsp;
    if (rtsp === null) return;
    if (rtsp.session === null) rtsp.end();
    else
      rtsp
        .request('TEARDOWN', this.#base)
        .catch(() => undefined)
        .finally(() => rtsp.end());
  }
}
