import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

/** Held for longer it is push to talk: letting go ends it. A shorter press stays until the next one; ms. */
const HOLD_MS = 400;

/**
 * One button for both ways of speaking: a short press begins and the next ends (latched); held down it speaks until
 * let go. By pointer, and by Space or Enter. The handlers are for the button.
 */
export function useTalkKey(talk: { isLive: boolean; start: () => void; stop: () => void }) {
  const pressed = useRef<number | null>(null);
  const down = () => {
    if (pressed.current !== null) return;
    if (talk.isLive) talk.stop();
    else {
      pressed.current = performance.now();
      talk.start();
    }
  };
  const up = () => {
    const since = pressed.current;
    pressed.current = null;
    if (since !== null && performance.now() - since > HOLD_MS) talk.stop();
  };
  const isKey = (event: KeyboardEvent) => event.key === ' ' || event.key === 'Enter';
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      // Let go outside the button it is let go as well.
      event.currentTarget.setPointerCapture(event.pointerId);
      down();
    },
    onPointerUp: up,
    onPointerCancel: up,
    onKeyDown(event: KeyboardEvent) {
      if (!isKey(event)) return;
      event.preventDefault();
      if (!event.repeat) down();
    },
    onKeyUp(event: KeyboardEvent) {
      if (isKey(event)) up();
    },
    onBlur: up,
  };
}
