import { SAMPLE_RATE } from '../../../contract/protocol/audio.ts';
import workletUrl from './captureWorklet.ts?worker&url';
import { type MicrophoneTrouble, microphoneTrouble, requestMicrophone, troubleOf } from './request.ts';
import { signalTurn } from './signalTurn.ts';
import type { FromTalkWorker, TalkSetup, ToTalkWorker } from './talkMessages.ts';

export type { MicrophoneTrouble } from './request.ts';
export type { FromTalkWorker, TalkSetup } from './talkMessages.ts';

/** Messages about an open microphone. */
export type TalkNews =
  | FromTalkWorker
  | { type: 'trouble'; trouble: MicrophoneTrouble }
  /** Name of the open microphone, and whether it is the requested one. */
  | { type: 'microphone'; label: string; isChosen: boolean };

/** A talk in progress. */
export interface OpenTalk {
  /** Stops recording; recorded speech is still played. Messages go on until `close`. */
  stop(): void;
  close(): void;
}

export type OpenMicrophone = (setup: TalkSetup, news: (news: TalkNews) => void) => OpenTalk;

export interface MicrophoneDeps {
  /** Fetches a one-time ticket (`POST /v1/talk/ticket`). */
  ticket: () => Promise<string>;
  /** `ws:` or `wss:` and host, without a path. */
  origin: string;
  /** Path of the socket; absent: that of accounts. */
  path?: string;
}

/**
 * Sends speech from this browser: the microphone feeds an audio worklet, and a worker encodes the sound and
 * sends it over a socket of its own, so that a busy page does not interrupt it.
 */
export function openMicrophone(deps: MicrophoneDeps): OpenMicrophone {
  return (setup, news) => {
    let closed = false;
    let stopped = false;
    const ends: (() => void)[] = [];
    const whenOpen = (end: () => void) => (closed ? end() : void ends.push(end));
    const trouble = microphoneTrouble();
    if (trouble !== null) {
      queueMicrotask(() => news({ type: 'trouble', trouble }));
      return { stop: () => {}, close: () => {} };
    }
    const worker = new Worker(new URL('./talkWorker.ts', import.meta.url), { type: 'module' });
    const post = (message: ToTalkWorker, transfer: Transferable[] = []) =>
      worker.postMessage(message, transfer);
    whenOpen(() => worker.terminate());
    let waited = false;
    worker.onmessage = ({ data }: MessageEvent<FromTalkWorker>) => {
      if (closed) return;
      if (data.type === 'talk.waiting') mute(true);
      else if (data.type === 'talk.granted' && waited) {
        mute(false);
        void signalTurn();
      }
      news(data);
    };
    let tracks: MediaStreamTrack[] = [];
    /** Mutes the microphone while a page waits. */
    function mute(isMuted: boolean): void {
      waited ||= isMuted;
      for (const track of tracks) track.enabled = !isMuted;
    }
    const silence = () => {
      for (const track of tracks) track.stop();
    };

    async function pickUp(): Promise<MediaStream> {
      const stream = await requestMicrophone(setup.microphone);
      tracks = stream.getTracks();
      // Permission may come long after the request: a person has to answer the browser's question.
      if (closed || stopped) silence();
      whenOpen(silence);
      return stream;
    }
    async function open(): Promise<void> {
      const [stream, ticket] = await Promise.all([pickUp(), deps.ticket()]);
      if (closed) return;
      const [track] = stream.getAudioTracks();
      const isChosen = setup.microphone === null || track?.getSettings().deviceId === setup.microphone;
      news({ type: 'microphone', label: track?.label ?? '', isChosen });
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
      track?.addEventListener('ended', () => report('missing'));
      const { origin, path = '/v1/talk' } = deps;
      const url = `${origin}${path}?ticket=${encodeURIComponent(ticket)}`;
      if (!closed) post({ type: 'start', url, setup, port: port1 }, [port1]);
    }
    function report(what: MicrophoneTrouble): void {
      if (!closed) news({ type: 'trouble', trouble: what });
    }
    open().catch((error: unknown) => report(troubleOf(error)));
    return {
      stop() {
        stopped = true;
        post({ type: 'stop' });
        // The worker has all recorded samples already; nothing more is recorded.
        silence();
      },
      close() {
        closed = true;
        for (const end of ends.splice(0)) end();
      },
    };
  };
}
