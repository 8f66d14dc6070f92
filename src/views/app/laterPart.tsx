import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react';
import { useApp } from './AppContext.tsx';
import { useObservable } from './useObservable.ts';

/**
 * Component that is loaded when it is first shown, for parts that the first frame of a screen does not need. If it
 * cannot be loaded it waits for the next connection, and the screen around it stays. What was loaded ahead
 * (`laterParts.ts`) is there without a link.
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
    const isMissing = Part === undefined;
    const wasTried = useRef(false);
    useEffect(() => {
      if (!isMissing || (isLinkLost && wasTried.current)) return;
      wasTried.current = true;
      load().then(
        (part) => {
          loaded = part;
          setPart(() => part);
        },
        // The next connection tries again; `lostChunks.ts` has seen the failure.
        () => {},
      );
    }, [isMissing, isLinkLost]);
    return Part === undefined ? fallback : <Part {...props} />;
  };
}
