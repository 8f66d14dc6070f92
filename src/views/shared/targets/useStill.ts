import { type PointerEvent, useState } from 'react';

/**
 * Freezes changing data while a list of it is open or its button is being pressed, so that nothing closes,
 * moves or changes under the pointer. `list` belongs to that list.
 */
export function useStill<Value>(latest: Value) {
  const [held, setHeld] = useState<{ value: Value; by: 'press' | 'list' } | null>(null);
  const shown = held === null ? latest : held.value;
  return {
    shown,
    list: {
      isOpen: held?.by === 'list',
      onOpen: (isOpen: boolean) => setHeld(isOpen ? { value: shown, by: 'list' } : null),
      /** Props of the button: from press to release nothing moves. */
      press: {
        onPointerDown: (event: PointerEvent) =>
          event.button === 0 && setHeld((now) => now ?? { value: shown, by: 'press' }),
        onPointerLeave: () => setHeld((now) => (now?.by === 'press' ? null : now)),
        onPointerCancel: () => setHeld((now) => (now?.by === 'press' ? null : now)),
      },
    },
  };
}

export type StillList = ReturnType<typeof useStill>['list'];
