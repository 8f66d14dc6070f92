import { Button, type ButtonProps, makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import type { ReactElement, ReactNode } from 'react';
import { type BusyPress, useBusyPress } from './useBusyPress.ts';

const useStyles = makeStyles({
  root: { position: 'relative' },
  // Invisible, not hidden: a screen reader still has the name of the button.
  label: { opacity: 0 },
  spinner: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
  },
});

interface Props extends BusyPress {
  children?: ReactNode;
  appearance?: NonNullable<ButtonProps['appearance']>;
  size?: NonNullable<ButtonProps['size']>;
  icon?: ReactElement;
  disabled?: boolean;
  className?: string;
  title?: string;
  'aria-label'?: string;
}

/** Button of an operation: busy until the response, and debounced, so that two presses run it once. */
export function BusyButton(props: Props) {
  const { onPress, children, className, operation, always, reads, opens, reason, ...rest } = props;
  const s = useStyles();
  const { busy, held, press } = useBusyPress(props);
  const spinner = (
    <Spinner
      size="extra-tiny"
      appearance={rest.appearance === 'primary' ? 'inverted' : 'primary'}
      aria-hidden
    />
  );
  const buttonProps = {
    ...rest,
    ...(held === undefined ? {} : { title: held }),
    ...(busy && children === undefined ? { icon: spinner } : {}),
    className: mergeClasses(s.root, className),
    'aria-busy': busy,
    disabled: rest.disabled === true,
    disabledFocusable: held !== undefined,
    onClick: () => void press(),
  };
  // An icon-only button must have no children, or Fluent gives it the width of one with text.
  if (children === undefined) return <Button {...buttonProps} />;
  return (
    <Button {...buttonProps}>
      <span className={busy ? s.label : undefined}>{children}</span>
      {busy && <span className={s.spinner}>{spinner}</span>}
    </Button>
  );
}
