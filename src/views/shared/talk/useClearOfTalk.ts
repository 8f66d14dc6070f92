import type { PositioningConfigurationProvider } from '@fluentui/react-components';
import { type ComponentProps, type RefObject, useCallback, useRef } from 'react';

/** Rule by which Fluent places menus and popovers. */
type Placing = NonNullable<ComponentProps<typeof PositioningConfigurationProvider>['value']>;

const GAP_PX = 4;

/**
 * Placing of menus and popovers that would open behind the strip of a talk: they open below it, so that their
 * first entries and the strip's keys can be pressed.
 * @returns `strip`: ref of the place in which the strip appears
 */
export function useClearOfTalk(): { strip: RefObject<HTMLDivElement | null>; placing: Placing } {
  const strip = useRef<HTMLDivElement>(null);
  const placing = useCallback<Placing>(({ options }) => {
    const bottom = strip.current?.firstElementChild?.getBoundingClientRect().bottom;
    if (bottom === undefined) return options;
    return {
      ...options,
      // Below its key.
      offset: ({ targetRect, position }) =>
        position === 'below' ? Math.max(0, bottom + GAP_PX - targetRect.y - targetRect.height) : 0,
      // Beside its key.
      overflowBoundaryPadding: { top: bottom + GAP_PX },
    };
  }, []);
  return { strip, placing };
}
