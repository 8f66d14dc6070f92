import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Preferences } from './preferences.ts';

const Context = createContext<Preferences | null>(null);

export function PreferencesProvider(props: { preferences: Preferences; children: ReactNode }) {
  return <Context.Provider value={props.preferences}>{props.children}</Context.Provider>;
}

/**
 * Returns a stored preference (`undefined` while loading, null when there is none) and the function that
 * stores it.
 */
export function usePreference(key: string): [unknown, (value: unknown) => void] {
  const preferences = useContext(Context);
  if (preferences === null) throw new Error('usePreference outside PreferencesProvider');
  const [value, setValue] = useState<unknown>(undefined);
  useEffect(() => {
    let isWanted = true;
    void preferences.read(key).then((stored) => isWanted && setValue(stored));
    return () => {
      isWanted = false;
    };
  }, [preferences, key]);
  const [write] = useState(() => (next: unknown) => preferences.write(key, next));
  return [value, write];
}
