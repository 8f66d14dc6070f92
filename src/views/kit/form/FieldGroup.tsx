import { FieldContextProvider } from '@fluentui/react-components';
import type { ReactNode } from 'react';

/**
 * Groups several controls in one `FormField`, each with its own id and name. Without it all would get those
 * of the field, and a click on one label would reach another control.
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
