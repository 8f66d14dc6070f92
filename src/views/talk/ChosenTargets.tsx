import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';
import type { Targets } from '../tasks/TargetPicker.tsx';

/** What is ticked on the screen that is open, for the top bar's microphone. */
const Context = createContext<{ current: Partial<Targets> | null } | null>(null);

export function ChosenTargetsProvider(props: { children: ReactNode }) {
  const chosen = useRef<Partial<Targets> | null>(null);
  return <Context.Provider value={chosen}>{props.children}</Context.Provider>;
}

/** Offers what is ticked, or open, as targets of speech while it is there. Null: nothing is. */
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

/** Reads what is ticked at the moment. */
export function useChosenTargets(): () => Partial<Targets> | null {
  const chosen = useContext(Context);
  return () => chosen?.current ?? null;
}
