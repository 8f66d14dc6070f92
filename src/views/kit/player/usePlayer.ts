import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../../api/error.ts';

export type PlayerStatus = 'loading' | 'playing' | 'paused' | 'failed';

export interface PlayerState {
  status: PlayerStatus;
  /** Seconds. */
  time: number;
  duration: number;
  /** Message of the server's refusal; null: the sound itself could not be played. */
  reason: string | null;
}

export interface Player {
  state: PlayerState;
  toggle(): void;
  /** Seconds. */
  seek(to: number): void;
}

const start: PlayerState = { status: 'loading', time: 0, duration: 0, reason: null };

/**
 * Plays one sound in an audio element. `load` fetches its address, whose ticket expires: after a failure a
 * new one is fetched, once, and playing continues at the same position. `seconds`: its length, if known
 * before it is loaded.
 */
export function usePlayer(load: () => Promise<string>, seconds = 0): Player {
  const [state, setState] = useState<PlayerState>({ ...start, duration: seconds });
  const audio = useRef<HTMLAudioElement | null>(null);
  const latest = useRef(load);
  latest.current = load;
  const mayReload = useRef(true);

  const open = useCallback(async (element: HTMLAudioElement, from: number) => {
    setState((old) => ({ ...old, status: 'loading', reason: null }));
    try {
      const address = await latest.current();
      if (audio.current !== element) return;
      element.src = address;
      element.currentTime = from;
      await element.play();
    } catch (error) {
      if (audio.current !== element || (error as Error).name === 'AbortError') return;
      const refused = error instanceof ApiError && !error.network;
      setState((old) => ({ ...old, status: 'failed', reason: refused ? error.message : null }));
    }
  }, []);

  useEffect(() => {
    const element = new Audio();
    audio.current = element;
    mayReload.current = true;
    const on = (name: string, then: () => void) => element.addEventListener(name, then);
    const length = () => (Number.isFinite(element.duration) ? element.duration : seconds);
    on('playing', () => {
      mayReload.current = true;
      setState((old) => ({ ...old, status: 'playing', duration: length() }));
    });
    on('pause', () => setState((old) => ({ ...old, status: 'paused' })));
    on('timeupdate', () => setState((old) => ({ ...old, time: element.currentTime, duration: length() })));
    on('ended', () => setState((old) => ({ ...old, status: 'paused', time: length() })));
    on('error', () => {
      if (audio.current !== element || element.getAttribute('src') === null) return;
      if (!mayReload.current) return setState((old) => ({ ...old, status: 'failed', reason: null }));
      mayReload.current = false;
      void open(element, element.currentTime);
    });
    void open(element, 0);
    return () => {
      audio.current = null;
      element.pause();
      element.removeAttribute('src');
      element.load();
    };
  }, [open, seconds]);

  return {
    state,
    toggle() {
      const element = audio.current;
      if (element === null) return;
      if (state.status === 'failed') {
        mayReload.current = true;
        void open(element, element.currentTime);
      } else if (element.paused) void element.play().catch(() => undefined);
      else element.pause();
    },
    seek(to: number) {
      if (audio.current === null) return;
      audio.current.currentTime = Math.max(0, Math.min(to, state.duration));
      setState((old) => ({ ...old, time: audio.current?.currentTime ?? to }));
    },
  };
}
