import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { useApp } from './AppContext.tsx';
import { useObservable } from './useObservable.ts';

/**
 * Component that is loaded when it is first shown, for parts that the first frame of a screen does not need. Without a
 * link it waits for the link instead of failing, so that the screen around it stays.
 * @param load imports the component
 * @param fallback is shown until it is there
 */
export function laterPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined;
  return function LaterPart(props: Props) {
    const { streams } = useApp();
    const status = useObservable(streams.connection$, 'idle');
    const isLinkLost = status === 'reconnecting' || status === 'offline';
    const [Part, setPart] = useState(() => loaded);
    const isDue = Part === undefined && !isLinkLost;
    useEffect(() => {
      if (!isDue) return;
      let isGone = false;
      load().then(
        (part) => {
          loaded = part;
          if (!isGone) setPart(() => part);
        },
        // A lost link is not known at once. The next connection tries again; `lostChunks.ts` has seen the failure.
        () => {},
      );
      return () => {
        isGone = true;
      };
    }, [isDue]);
    return Part === undefined ? fallback : <Part {...props} />;
  };
}
