import { useCallback, useEffect, useRef, useState } from 'react';
import type { PhoneLink } from '../../../contract/entities/tasks/talkLink.ts';
import { requestMicrophone, troubleOf } from '../../api/microphone/request.ts';
import { type PhoneApi, PhoneRefused } from '../../api/phoneLink.ts';

/** Interval at which the phone looks whether its link is still open, ms. */
const EVERY_MS = 4_000;

export type PhoneState =
  /** Before the person has agreed: nothing is opened, so a preview of the address binds nothing. */
  | { kind: 'start'; trouble: string | null }
  | { kind: 'opening' }
  /** `endsAt`: monotonic ms. */
  | { kind: 'open'; link: PhoneLink; endsAt: number; isAway: boolean }
  | { kind: 'over'; message: string };

/** Opens a link after the microphone was allowed, and follows it until its end. */
export function usePhoneLink(api: PhoneApi) {
  const [state, setState] = useState<PhoneState>({ kind: 'start', trouble: null });
  const isOpen = state.kind === 'open';
  const asking = useRef(false);

  const look = useCallback(async (): Promise<void> => {
    if (asking.current) return;
    asking.current = true;
    try {
      const link = await api.open();
      setState({ kind: 'open', link, endsAt: performance.now() + link.left_s * 1000, isAway: false });
    } catch (error) {
      const refused = error instanceof PhoneRefused ? error : new PhoneRefused('', '');
      setState((now) =>
        refused.isFinal
          ? { kind: 'over', message: refused.message }
          : now.kind === 'open'
            ? { ...now, isAway: true }
            : { kind: 'start', trouble: refused.message || 'away' },
      );
    } finally {
      asking.current = false;
    }
  }, [api]);

  const begin = useCallback(async (): Promise<void> => {
    setState({ kind: 'opening' });
    try {
      // Asked for before the link is bound: without a microphone another phone may use it.
      const stream = await requestMicrophone(null);
      for (const track of stream.getTracks()) track.stop();
    } catch (error) {
      setState({ kind: 'start', trouble: troubleOf(error) });
      return;
    }
    await look();
  }, [look]);

  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => void look(), EVERY_MS);
    return () => clearInterval(timer);
  }, [isOpen, look]);

  return { state, begin, look };
}
