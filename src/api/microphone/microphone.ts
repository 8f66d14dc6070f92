import { SAMPLE_RATE } from '../../../contract/audio.ts';
import workletUrl from './captureWorklet.ts?worker&url';
import type { FromTalkWorker, TalkWish, ToTalkWorker } from './messages.ts';

export type { FromTalkWorker, TalkWish } from './messages.ts';

/** Why the microphone cannot be had: the page is insecure, a person refused, there is none, the browser is too old. */
export type MicrophoneTrouble = 'insecure' | 'refused' | 'missing' | 'unsupported' | 'lost';

/** What comes of an open microphone. */
export type TalkNews = FromTalkWorker | { type: 'trouble'; trouble: MicrophoneTrouble };

/** A talk that is under way. */
export interface OpenTalk {
  /** No more is picked up; what was said is still heard. News come until `close`. */
  stop(): void;
  close(): void;
}

export type OpenMicrophone = (wish: TalkWish, news: (news: TalkNews) => void) => OpenTalk;

export interface MicrophoneDeps {
  /** Fetches a one-time ticket (`POST /v1/talk/ticket`). */
  ticket: () => Promise<string>;
  /** `ws:` or `wss:` and host, without a path. */
  origin: string;
}

/** Why this browser cannot speak from this page, if so; known before anything is asked. */
export function microphoneTrouble(): MicrophoneTrouble | null {
  if (!window.isSecureContext) return 'insecure';
  const able =
    'AudioEncoder' in window && 'AudioWorkletNode' in window && navigator.mediaDevices !== undefined;
  return able ? null : 'unsupported';
}

/**
 * Speech of this browser: the microphone's sound goes through an audio worklet to a worker, which encodes it and has
 * its own socket, so that a busy page does not break it.
 */
export function openMicrophone(deps: MicrophoneDeps): OpenMicrophone {
  return (wish, news) => {
    let closed = false;
    const ends: (() => void)[] = [];
    const whenOpen = (end: () => void) => (closed ? end() : void ends.push(end));
    const trouble = microphoneTrouble();
    if (trouble !== null) {
      queueMicrotask(() => news({ type: 'trouble', trouble }));
      return { stop: () => {}, close: () => {} };
    }
    const worker = new Worker(new URL('./talkWorker.ts', import.meta.url), { type: 'module' });
    const tell = (message: ToTalkWorker, transfer: Transferable[] = []) =>
      worker.postMessage(message, transfer);
    whenOpen(() => worker.terminate());
    worker.onmessage = ({ data }: MessageEvent<FromTalkWorker>) => {
      if (!closed) news(data);
    };

    async function open(): Promise<void> {
      const [stream, ticket] = await Promise.all([
        navigator.mediaDevices.getUserMedia({
          // What is heard elsewhere is no echo to this browser, and filters cost time; the level may be evened out.
          audio: { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true },
        }),
        deps.ticket(),
      ]);
      whenOpen(() => {
        for (const track of stream.getTracks()) track.stop();
      });
      const context = new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'interactive' });
      whenOpen(() => void context.close());
      await context.audioWorklet.addModule(workletUrl);
      const node = new AudioWorkletNode(context, 'tocsin-microphone', {
        numberOfOutputs: 0,
        channelCount: 1,
        channelCountMode: 'explicit',
      });
      const { port1, port2 } = new MessageChannel();
      node.port.postMessage(port2, [port2]);
      context.createMediaStreamSource(stream).connect(node);
      await context.resume();
      stream.getAudioTracks()[0]?.addEventListener('ended', () => report('missing'));
      const url = `${deps.origin}/v1/talk?ticket=${encodeURIComponent(ticket)}`;
      if (!closed) tell({ type: 'start', url, wish, port: port1 }, [port1]);
    }
    function report(what: MicrophoneTrouble): void {
      if (!closed) news({ type: 'trouble', trouble: what });
    }
    open().catch((error: unknown) => {
      const name = error instanceof DOMException ? error.name : '';
      if (name === 'NotAllowedError') report('refused');
      else if (name === 'NotFoundError' || name === 'NotReadableError') report('missing');
      else report('lost');
    });
    return {
      stop: () => tell({ type: 'stop' }),
      close() {
        closed = true;
        for (const end of ends.splice(0)) end();
      },
    };
  };
}
