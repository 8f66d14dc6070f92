import { type BrandVariants, FluentProvider } from '@fluentui/react-components';
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import './global.css';
import { modeChoice$, modeOf } from './mode.ts';
import { useScale } from './scale.ts';
import { createTheme, type Mode, type TocsinTheme } from './theme.ts';

const darkQuery = '(prefers-color-scheme: dark)';
const forcedQuery = '(forced-colors: active)';

function subscribe(changed: () => void): () => void {
  const all = [darkQuery, forcedQuery].map((query) => window.matchMedia(query));
  for (const media of all) media.addEventListener('change', changed);
  const subscription = modeChoice$.subscribe(changed);
  return () => {
    for (const media of all) media.removeEventListener('change', changed);
    subscription.unsubscribe();
  };
}

/** Tells whether the user's system forces its own colours (high contrast). */
export function useForcedColours(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(forcedQuery).matches);
}

/** Returns the current colour scheme: that of the system where its colours are forced, else the chosen one. */
export function useMode(): Mode {
  const isForced = useForcedColours();
  return useSyncExternalStore(subscribe, () =>
    modeOf(isForced ? 'system' : modeChoice$.value, window.matchMedia(darkQuery).matches),
  );
}

/**
 * Sets the theme's variables on `html` too: page background, scroll bars, and elements that the grid appends
 * to the body.
 */
function applyToRoot(theme: TocsinTheme, mode: Mode): void {
  const style = document.documentElement.style;
  for (const [name, value] of Object.entries(theme)) style.setProperty(`--${name}`, String(value));
  style.colorScheme = mode;
}

/**
 * Provides Fluent with the theme of the console. `ramp` comes from the brand profile; `language` is cn, en or
 * kr.
 */
export function ThemeProvider(props: { ramp: BrandVariants; language: string; children: ReactNode }) {
  const mode = useMode();
  const isForced = useForcedColours();
  const theme = useMemo(
    () => createTheme(props.ramp, mode, props.language, isForced),
    [props.ramp, mode, props.language, isForced],
  );
  const scale = useScale();
  useEffect(() => applyToRoot(theme, mode), [theme, mode]);
  useEffect(() => document.documentElement.style.setProperty('--tocsinScale', String(scale)), [scale]);
  return (
    <FluentProvider theme={theme} style={{ height: '100%' }}>
      {props.children}
    </FluentProvider>
  );
}
