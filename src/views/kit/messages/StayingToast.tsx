import { mergeClasses } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { Glyph } from '../status/Glyph.tsx';
import { useToastStyles } from './toastStyles.ts';

/** Toast of a warning that stays until its owner removes it; `children`: its text, and a button that does so. */
export function StayingToast(props: { children: ReactNode; testId: string }) {
  const s = useToastStyles();
  return (
    <div className={mergeClasses(s.toast, s.warning)} data-testid={props.testId} aria-atomic="true">
      <Glyph name="warning" />
      {props.children}
    </div>
  );
}
