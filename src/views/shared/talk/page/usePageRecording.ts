import { useEffect, useRef, useState } from 'react';
import type { RecordedPage, RecordingNews } from '../../../../api/microphone/pageRecorder.ts';
import type { MicrophoneTrouble } from '../../../../api/microphone/request.ts';
import { useApp } from '../../../app/AppContext.tsx';
import { chosenMicrophone } from '../talkChoices.ts';

/** A page that is recorded before it is sent. `level` and `peak` in dBFS. */
export type PageRecording =
  | { phase: 'empty' }
  | { phase: 'recording'; level: number | null; peak: number | null; length_ms: number }
  | { phase: 'recorded'; page: RecordedPage; isHeard: boolean }
  | { phase: 'failed'; trouble: MicrophoneTrouble };

/** Records a page in this browser, and plays it to the speaker. Leaving the dialog discards it. */
export function usePageRecording() {
  const { pageRecorder } = useApp();
  const [state, setState] = useState<PageRecording>({ phase: 'empty' });
  const open = useRef<{ stop(): void; close(): void } | null>(null);
  const endSound = useRef<(() => void) | null>(null);

  function quiet(): void {
    endSound.current?.();
    endSound.current = null;
  }
  function discard(): void {
    open.current?.close();
    open.current = null;
    quiet();
    setState({ phase: 'empty' });
  }
  function show(news: RecordingNews): void {
    if (news.type === 'trouble') setState({ phase: 'failed', trouble: news.trouble });
    else if (news.type === 'recorded') setState({ phase: 'recorded', page: news.page, isHeard: false });
    else setState({ phase: 'recording', level: news.level, peak: news.peak, length_ms: news.length_ms });
  }
  const leave = useRef(discard);
  leave.current = discard;
  useEffect(() => () => leave.current(), []);
  return {
    state,
    record() {
      discard();
      setState({ phase: 'recording', level: null, peak: null, length_ms: 0 });
      open.current = pageRecorder.record(chosenMicrophone(), show);
    },
    stop: () => open.current?.stop(),
    discard,
    /** Plays the page from its beginning, or ends that. */
    listen() {
      if (state.phase !== 'recorded') return;
      if (endSound.current !== null) {
        quiet();
        return;
      }
      setState({ ...state, isHeard: true });
      endSound.current = pageRecorder.listen(state.page, () => {
        endSound.current = null;
        setState((now) => (now.phase === 'recorded' ? { ...now, isHeard: false } : now));
      });
    },
    /** Samples to be sent; ends listening. Undefined: nothing is recorded. */
    take(): Float32Array<ArrayBuffer> | undefined {
      quiet();
      return state.phase === 'recorded' ? state.page.samples : undefined;
    },
  };
}
export type PageRecorderState = ReturnType<typeof usePageRecording>;
