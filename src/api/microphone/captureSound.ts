import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import workletUrl from './captureWorklet.ts?worker&url';

/** Context in which the sound of a microphone or a recorded page is cut into blocks of 20 ms. */
export interface Capture {
  context: AudioContext;
  /** Takes the sound. */
  node: AudioWorkletNode;
  /** Receives the blocks, as `Float32Array`. */
  port: MessagePort;
}

/** Opens the context; the caller closes it. */
export async function openCapture(opened: (context: AudioContext) => void): Promise<Capture> {
  const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
  opened(context);
  await context.audioWorklet.addModule(workletUrl);
  const node = new AudioWorkletNode(context, 'tocsin-microphone', {
    numberOfOutputs: 0,
    channelCount: 1,
    channelCountMode: 'explicit',
  });
  const { port1, port2 } = new MessageChannel();
  node.port.postMessage(port2, [port2]);
  return { context, node, port: port1 };
}

/** Source that plays recorded samples once into a context. */
export function playOnce(context: AudioContext, samples: Float32Array<ArrayBuffer>): AudioBufferSourceNode {
  const buffer = new AudioBuffer({ length: samples.length, numberOfChannels: 1, sampleRate: SAMPLE_RATE });
  buffer.copyToChannel(samples, 0);
  return new AudioBufferSourceNode(context, { buffer });
}
