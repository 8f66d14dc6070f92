import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { Targets } from '../targets/TargetPicker.tsx';

/** Selection of the open screen, for the microphone of the top bar. */
const Context = createContext<{ current: Partial<Targets> | null } | null>(null);

export function ChosenTargetsProvider(props: { children: ReactNode }) {
  const chosen = useRef<Partial<Targets> | null>(null);
  return <Context.Provider value={chosen}>{props.children}</Context.Provider>;
}

/** Offers the selected or open rows as targets of speech while the component is mounted. Null: none. */
export function useOfferTargets(targets: Partial<Targets> | null): void {
  const chosen = useContext(Context);
  useEffect(() => {
    if (chosen === null || targets === null) return;
    chosen.current = targets;
    return () => {
      if (chosen.current === targets) chosen.current = null;
    };
  });
}

/** Reads the present selection. */
export function useChosenTargets(): () => Partial<Targets> | null {
  const chosen = useContext(Context);
  return () => chosen?.current ?? null;
}
