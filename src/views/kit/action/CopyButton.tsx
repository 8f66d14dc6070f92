import { Button } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useCopy } from './useCopy.ts';

/** Copies a text and confirms it. Without a clipboard (plain HTTP) it shows the text instead. */
export function CopyButton(props: {
  text: string;
  size?: 'small' | 'medium';
  /** Accessible name, where the text of the button does not say what is copied. */
  label?: string;
  /** Confirmation, for a text that is too long to be shown. */
  done?: string;
  children?: ReactNode;
}) {
  const copy = useCopy();
  return (
    <Button
      size={props.size ?? 'medium'}
      icon={<CopyRegular />}
      {...(props.label === undefined ? {} : { 'aria-label': props.label, title: props.label })}
      onClick={() => void copy(props.text, props.done)}
    >
      {props.children}
    </Button>
  );
}
