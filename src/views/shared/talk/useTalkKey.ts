import { useSelector } from '@xstate/react';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { createActor } from 'xstate';
import { type TalkKeyInput, talkKeyMachine } from '../../../machines/talkKey.ts';

const SPACE = 'space';

/**
 * Event handlers of a talk key (machines/talkKey.ts): held by a pointer or the space bar; Enter and assistive
 * technology, which cannot hold, tap it. `isArming`: held, and not on the air yet.
 */
export function useTalkKey(key: TalkKeyInput) {
  const latest = useRef(key);
  latest.current = key;
  const [actor] = useState(() =>
    createActor(talkKeyMachine, {
      input: {
        way: key.way,
        isLive: () => latest.current.isLive(),
        begin: (held) => latest.current.begin(held),
        latch: () => latest.current.latch(),
        end: () => latest.current.end(),
        confirm: () => latest.current.confirm(),
      },
    }).start(),
  );
  const isArming = useSelector(actor, (state) => state.matches('arming'));
  useEffect(() => {
    // In a hidden window or off the screen the release would not be noticed.
    const cancel = () => actor.send({ type: 'key.cancel' });
    window.addEventListener('blur', cancel);
    window.addEventListener('pagehide', cancel);
    document.addEventListener('visibilitychange', cancel);
    return () => {
      window.removeEventListener('blur', cancel);
      window.removeEventListener('pagehide', cancel);
      document.removeEventListener('visibilitychange', cancel);
      cancel();
    };
  }, [actor]);
  const cancel = () => actor.send({ type: 'key.cancel' });
  const release = (source: string) => actor.send({ type: 'key.release', source });
  const pointer = (event: PointerEvent) => `pointer ${event.pointerId}`;
  return {
    isArming,
    handlers: {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0) return;
        // A release outside the button counts as well.
        event.currentTarget.setPointerCapture(event.pointerId);
        actor.send({ type: 'key.press', source: pointer(event) });
      },
      onPointerUp: (event: PointerEvent) => release(pointer(event)),
      onPointerCancel: cancel,
      // After a release nothing is held; without a release the pointer was lost.
      onLostPointerCapture: cancel,
      onContextMenu: (event: MouseEvent) => event.preventDefault(),
      onKeyDown(event: KeyboardEvent) {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (event.repeat) return;
        actor.send(event.key === ' ' ? { type: 'key.press', source: SPACE } : { type: 'key.tap' });
      },
      onKeyUp(event: KeyboardEvent) {
        if (event.key !== ' ') return;
        // Prevents the click of the space bar.
        event.preventDefault();
        release(SPACE);
      },
      onBlur: cancel,
      // Not by finger or mouse: a screen reader, a switch device or voice control.
      onClick: (event: MouseEvent) => event.detail === 0 && actor.send({ type: 'key.tap' }),
    },
  };
}
