import { SAMPLE_RATE } from '../../contract/audio.ts';
import workletUrl from './captureWorklet.ts?worker&url';

/** Why the microphone gives nothing: a person must allow it, or it is not there. */
export type MicrophoneTrouble = 'locked' | 'failed';

export interface MicrophoneEvents {
  /** The samples of each channel come through the port, 20 ms at a time, mono at `rate`. */
  opened(port: MessagePort, channels: number, rate: number): void;
  trouble(trouble: MicrophoneTrouble): void;
}

/**
 * The sound inputs of a browser. As the microphone gives them; or as speech, with what the loudspeaker plays and noise taken
 * out, so that two people can talk without handsets.
 */
export class Microphone {
  private readonly events: MicrophoneEvents;
  private readonly isSpeech: boolean;
  private context: AudioContext | null = null;

  constructor(isSpeech: boolean, events: MicrophoneEvents) {
    this.isSpeech = isSpeech;
    this.events = events;
  }

  /** Asks the browser for the microphone, and the browser asks the person where it must. May be called again. */
  async open(): Promise<void> {
    await this.context?.close();
    this.context = null;
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: {
          channelCount: { ideal: this.isSpeech ? 1 : 2 },
          echoCancellation: this.isSpeech,
          noiseSuppression: this.isSpeech,
          autoGainControl: this.isSpeech,
        },
      });
      const [track] = stream.getAudioTracks();
      const channels = Math.max(1, track?.getSettings().channelCount ?? 1);
      const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
      this.context = context;
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
      track?.addEventListener('ended', () => this.events.trouble('failed'));
      this.events.opened(port1, channels, context.sampleRate);
    } catch (error) {
      const isRefused = error instanceof DOMException && error.name === 'NotAllowedError';
      this.events.trouble(isRefused ? 'locked' : 'failed');
    }
  }
}
