import { useCallback, useEffect, useRef, useState } from 'react';
import { soundAddress } from '../../../api/files.ts';
import { useApp } from '../../app/AppContext.tsx';
import { type ReplayTrack, type Span, soundingAt, withoutSilence } from './replay.ts';
import { Voices } from './voices.ts';

/** Update interval of the playhead, ms. */
const EVERY_MS = 100;

export interface Replay {
  isPlaying: boolean;
  /** Sound is still being loaded. */
  isWaiting: boolean;
  /** Position of the playhead, epoch ms. */
  at: number;
  failed: readonly number[];
  toggle(): void;
  seek(to: number): void;
}

/**
 * Plays the recordings of an incident on one time line. `tracks`: those that are not muted; `skip`: skips the
 * silence between them. The playhead waits for sound that is still loading.
 */
export function useReplay(tracks: readonly ReplayTrack[], span: Span, skip: boolean): Replay {
  const { api } = useApp();
  const voices = useRef<Voices | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [state, setState] = useState({ at: span.from, isWaiting: false, failed: [] as readonly number[] });
  const at = useRef(span.from);
  const latest = useRef({ tracks, span, skip });
  latest.current = { tracks, span, skip };

  useEffect(() => {
    const made = new Voices((id) => soundAddress(api, 'record_file', id, 'listen', { quiet: true }));
    voices.current = made;
    return () => made.close();
  }, [api]);

  useEffect(() => {
    if (!isPlaying) {
      voices.current?.pause();
      return;
    }
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      const { tracks, span, skip } = latest.current;
      const heard = soundingAt(tracks, at.current).map(({ id, from, emergency }) => ({
        id,
        at_s: (at.current - from) / 1000,
        emergency,
      }));
      const isReady = voices.current?.play(heard) ?? true;
      if (isReady) at.current += now - last;
      last = now;
      if (skip) at.current = withoutSilence(tracks, at.current, span.to);
      if (at.current >= span.to) {
        at.current = span.to;
        setPlaying(false);
      }
      setState({ at: at.current, isWaiting: !isReady, failed: voices.current?.failed ?? [] });
    }, EVERY_MS);
    return () => clearInterval(timer);
  }, [isPlaying]);

  const seek = useCallback((to: number) => {
    const { from, to: end } = latest.current.span;
    at.current = Math.max(from, Math.min(to, end));
    setState((old) => ({ ...old, at: at.current }));
  }, []);
  const toggle = useCallback(() => {
    setPlaying((old) => {
      // At the end, playing starts over.
      if (!old && at.current >= latest.current.span.to) at.current = latest.current.span.from;
      return !old;
    });
  }, []);
  return { ...state, isPlaying, toggle, seek };
}
