import { PACKET_SAMPLES, PACKET_US, SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import { encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { ToTalker } from '../../../contract/protocol/talk.ts';
import { chimeSamples } from './chime.ts';
import { dbOf } from './levels.ts';
import type { FromTalkWorker, ToTalkWorker } from './talkMessages.ts';

/** Bit rate of speech, bit/s. */
const BITRATE = 32_000;
/** Blocks between two level messages: ten messages per second. */
const LEVEL_BLOCKS = 5;

const post = (message: FromTalkWorker) => self.postMessage(message);

let socket: WebSocket | null = null;
let encoder: AudioEncoder | null = null;
let stream: number | null = null;
/** Remaining samples of the chime; sent in place of the microphone, block by block. */
let chime = new Float32Array(0);
let blocks = 0;
let level = { sum: 0, peak: 0, count: 0 };
let stopped = false;

function start({ url, setup, port }: Extract<ToTalkWorker, { type: 'start' }>): void {
  if (setup.chime) chime = chimeSamples() as Float32Array<ArrayBuffer>;
  const opened = new WebSocket(url);
  socket = opened;
  opened.onopen = () => opened.send(JSON.stringify({ type: 'talk.start', request: 1, ...setup.body }));
  opened.onmessage = ({ data }: MessageEvent<string>) => take(JSON.parse(data) as ToTalker);
  // Every error is followed by 'close'.
  opened.onclose = () => post({ type: 'lost' });
  encoder = new AudioEncoder({
    output: (chunk) => {
      if (stream === null || opened.readyState !== WebSocket.OPEN) return;
      const packet = new Uint8Array(chunk.byteLength);
      chunk.copyTo(packet);
      // The clock of this scope is sufficient: the server uses differences only.
      opened.send(encodeAudioFrame({ stream, at_us: Math.round(chunk.timestamp), packets: [packet] }));
    },
    error: () => opened.close(),
  });
  encoder.configure({
    codec: 'opus',
    sampleRate: SAMPLE_RATE,
    numberOfChannels: 1,
    bitrate: BITRATE,
    opus: { frameDuration: PACKET_US, application: 'voip', usedtx: false },
  } as AudioEncoderConfig);
  port.onmessage = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => pick(data);
}

function take(message: ToTalker): void {
  if (message.type === 'talk.granted') {
    stream = message.stream;
    if (stopped) stop();
    else {
      post(message);
      if (chime.length === 0) post({ type: 'speak' });
    }
    return;
  }
  if (message.type === 'talk.ended') stream = null;
  post(message);
}

/** A block of the microphone, or in its place one of the chime. */
function pick(microphone: Float32Array<ArrayBuffer>): void {
  if (stream === null || stopped) return;
  let data = microphone;
  if (chime.length > 0) {
    data = new Float32Array(PACKET_SAMPLES);
    data.set(chime.subarray(0, PACKET_SAMPLES));
    chime = chime.slice(PACKET_SAMPLES);
    if (chime.length === 0) post({ type: 'speak' });
  }
  measure(data);
  const audio = new AudioData({
    format: 'f32',
    sampleRate: SAMPLE_RATE,
    numberOfFrames: PACKET_SAMPLES,
    numberOfChannels: 1,
    timestamp: performance.now() * 1e3,
    data,
  });
  encoder?.encode(audio);
  audio.close();
}

function measure(data: Float32Array): void {
  for (const x of data) {
    level.sum += x * x;
    level.peak = Math.max(level.peak, Math.abs(x));
  }
  level.count += data.length;
  if (++blocks % LEVEL_BLOCKS !== 0) return;
  post({ type: 'level', level: dbOf(Math.sqrt(level.sum / level.count)), peak: dbOf(level.peak) });
  level = { sum: 0, peak: 0, count: 0 };
}

function stop(): void {
  stopped = true;
  if (stream !== null && socket?.readyState === WebSocket.OPEN)
    socket.send(JSON.stringify({ type: 'talk.stop', stream }));
  if (encoder !== null && encoder.state !== 'closed') encoder.close();
  encoder = null;
}

self.onmessage = ({ data }: MessageEvent<ToTalkWorker>) => {
  if (data.type === 'start') start(data);
  else stop();
};
