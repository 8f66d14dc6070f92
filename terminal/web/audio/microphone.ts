import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import workletUrl from './captureWorklet.ts?worker&url';

/** Requested number of channels; the browser limits it to those of the device. */
const MOST_CHANNELS = 32;

/** A sound input that a person can choose. */
export interface InputDevice {
  id: string;
  label: string;
}

/** Reason of a microphone failure: not allowed yet, or not available. */
export type MicrophoneTrouble = 'locked' | 'failed';

export interface MicrophoneEvents {
  /** The samples of each channel come through the port, 20 ms at a time, mono at `rate`. */
  opened(port: MessagePort, channels: number, rate: number): void;
  trouble(trouble: MicrophoneTrouble): void;
  /** Available inputs; known once one was allowed. */
  devices(devices: readonly InputDevice[]): void;
}

/**
 * Sound inputs of a browser, unprocessed, or for speech with echo cancellation and noise suppression, so that two
 * people can talk without handsets.
 */
export class Microphone {
  readonly #events: MicrophoneEvents;
  readonly #isSpeech: boolean;
  #context: AudioContext | null = null;
  #stream: MediaStream | null = null;

  constructor(isSpeech: boolean, events: MicrophoneEvents) {
    this.#isSpeech = isSpeech;
    this.#events = events;
  }

  /**
   * Asks the browser for an input, and the browser asks the person where it must. May be called again. `device`
   * empty: the default one.
   */
  async open(device: string): Promise<void> {
    await this.#context?.close();
    this.#context = null;
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: {
          ...(device === '' ? {} : { deviceId: { ideal: device } }),
          channelCount: { ideal: this.#isSpeech ? 1 : MOST_CHANNELS },
          echoCancellation: this.#isSpeech,
          noiseSuppression: this.#isSpeech,
          autoGainControl: this.#isSpeech,
        },
      });
      this.#stream = stream;
      const [track] = stream.getAudioTracks();
      const channels = Math.max(1, track?.getSettings().channelCount ?? 1);
      const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
      this.#context = context;
      await context.audioWorklet.addModule(workletUrl);
      const node = new AudioWorkletNode(context, 'tocsin-capture', {
        numberOfOutputs: 0,
        channelCount: channels,
        channelCountMode: 'explicit',
        channelInterpretation: 'discrete',
      });
      const { port1, port2 } = new MessageChannel();
      node.port.postMessage(port2, [port2]);
      context.createMediaStreamSource(stream).connect(node);
      await context.resume();
      track?.addEventListener('ended', () => this.#events.trouble('failed'));
      this.#events.opened(port1, channels, context.sampleRate);
      const all = await navigator.mediaDevices.enumerateDevices();
      const inputs = all.filter(({ kind }) => kind === 'audioinput');
      this.#events.devices(inputs.map(({ deviceId, label }) => ({ id: deviceId, label })));
    } catch (error) {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      this.#events.trouble(isRefused ? 'locked' : 'failed');
    }
  }
}
