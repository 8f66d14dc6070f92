import { FieldContextProvider } from '@fluentui/react-components';
import type { ReactNode } from 'react';

/**
 * Several controls in one `FormField`: each has an id and a name of its own. Without this every one of them would get
 * the field's, and a click on the label of the one would reach the other.
 */
export function FieldGroup(props: { label: string; className?: string; children: ReactNode }) {
  return (
    <FieldContextProvider value={undefined}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset draws a frame and a legend of its own */}
      <div role="group" aria-label={props.label} className={props.className}>
        {props.children}
      </div>
    </FieldContextProvider>
  );
}
