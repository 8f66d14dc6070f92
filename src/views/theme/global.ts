import { makeStaticStyles } from '@fluentui/react-components';
import { tokens } from './tokens.ts';

/** Page-wide rules of look.md: type (tabular figures, spacing between scripts, Korean breaking) and motion. */
export const useGlobalStyles = makeStaticStyles({
  html: { height: '100%', backgroundColor: tokens.colorNeutralBackground3 },
  body: {
    margin: 0,
    height: '100%',
    fontVariantNumeric: 'tabular-nums',
    textAutospace: 'normal',
    WebkitFontSmoothing: 'antialiased',
  } as Record<string, string | number>,
  '#root': { height: '100%' },
  'button, input, select, textarea': { fontVariantNumeric: 'inherit' },
  ':lang(ko)': { textAutospace: 'no-autospace', wordBreak: 'keep-all' } as Record<string, string>,
  '@media (prefers-reduced-motion: reduce)': {
    '*, *::before, *::after': {
      animationDuration: '0.01ms !important',
      animationIterationCount: '1 !important',
      transitionDuration: '0.01ms !important',
      scrollBehavior: 'auto !important',
    },
  } as never,
});
