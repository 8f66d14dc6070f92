import { type Capture, openCapture, playOnce } from './captureSound.ts';
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
 * Sends speech from this browser: the microphone, or a page that was recorded before, feeds an audio worklet, and a
 * worker encodes the sound and sends it over a socket of its own, so that a busy page does not interrupt it.
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
    /** Starts a recorded page once its chime has ended. */
    let begin: (() => void) | undefined;
    worker.onmessage = ({ data }: MessageEvent<FromTalkWorker>) => {
      if (closed) return;
      if (data.type === 'talk.waiting') mute(true);
      else if (data.type === 'talk.granted' && waited) {
        mute(false);
        if (setup.recorded === undefined) void signalTurn();
      } else if (data.type === 'speak') begin?.();
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
    function stop(): void {
      stopped = true;
      post({ type: 'stop' });
      // The worker has all recorded samples already; nothing more is recorded.
      silence();
    }
    /** Connects the microphone. */
    function connect(stream: MediaStream, { context, node }: Capture): void {
      const [track] = stream.getAudioTracks();
      const isChosen = setup.microphone === null || track?.getSettings().deviceId === setup.microphone;
      news({ type: 'microphone', label: track?.label ?? '', isChosen });
      context.createMediaStreamSource(stream).connect(node);
      track?.addEventListener('ended', () => report('missing'));
    }
    /** Connects a recorded page, whose end ends the talk. */
    function connectPage(samples: Float32Array<ArrayBuffer>, { context, node }: Capture): void {
      const page = playOnce(context, samples);
      page.connect(node);
      page.onended = () => !closed && stop();
      begin = () => page.start();
    }
    async function open(): Promise<void> {
      const { recorded } = setup;
      const [stream, ticket] = await Promise.all([recorded === undefined ? pickUp() : null, deps.ticket()]);
      if (closed) return;
      const capture = await openCapture((context) => whenOpen(() => void context.close()));
      if (stream !== null) connect(stream, capture);
      else if (recorded !== undefined) connectPage(recorded, capture);
      await capture.context.resume();
      const { origin, path = '/v1/talk' } = deps;
      const url = `${origin}${path}?ticket=${encodeURIComponent(ticket)}`;
      const { recorded: _samples, ...sent } = setup;
      if (!closed) post({ type: 'start', url, setup: sent, port: capture.port }, [capture.port]);
    }
    function report(what: MicrophoneTrouble): void {
      if (!closed) news({ type: 'trouble', trouble: what });
    }
    open().catch((error: unknown) => report(troubleOf(error)));
    return {
      stop,
      close() {
        closed = true;
        for (const end of ends.splice(0)) end();
      },
    };
  };
}
