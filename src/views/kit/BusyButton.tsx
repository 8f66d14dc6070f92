import { Button, type ButtonProps, makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { ApiError } from '../../api/error.ts';
import { useApp } from '../app/AppContext.tsx';
import { useStaleReason } from '../app/useStaleReason.ts';
import { useAnswered } from './useAnswered.ts';

const useStyles = makeStyles({
  root: { position: 'relative' },
  // Unseen, not hidden: a screen reader still has the name of the button.
  face: { opacity: 0 },
  spinner: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
  },
});

interface Props {
  /**
   * The work; the button stays busy and keeps its width until the promise settles. A refused call may reject: the
   * session machine has told the person already, unless the call was `quiet`.
   */
  onPress: () => Promise<unknown> | undefined;
  children?: ReactNode;
  appearance?: NonNullable<ButtonProps['appearance']>;
  size?: NonNullable<ButtonProps['size']>;
  icon?: ReactElement;
  disabled?: boolean;
  /** Why it cannot be done now, in words: the button stays focusable and says so. */
  reason?: string | undefined;
  className?: string;
  title?: string;
  'aria-label'?: string;
  /** Name of the operation for the debounce of spec 9; the button itself when not given. */
  operation?: string;
  /**
   * What must work whatever happens (stop, cancel, alarm actions): neither debounce nor stale data hold it back, and it
   * can be pressed again when the answer takes long.
   */
  always?: boolean;
  /** Only opens a dialog, which has the operation: pressing it again at once is no second operation. */
  opens?: boolean;
  /** Reads or exports only: stale data do not hold it back. */
  reads?: boolean;
}

/** A button of an operation: busy until the answer, and twice the same press is not twice the operation (spec 9). */
export function BusyButton(props: Props) {
  const {
    onPress,
    children,
    className,
    operation,
    always = false,
    reads = false,
    opens = false,
    reason,
    ...rest
  } = props;
  const s = useStyles();
  const app = useApp();
  const id = useId();
  const stale = useStaleReason();
  const answered = useAnswered();
  const [busy, setBusy] = useState(false);
  const held = reason ?? (always || reads ? undefined : stale);
  const press = async () => {
    if (busy || (!always && !opens && !app.mayOperate(operation ?? id))) return;
    setBusy(true);
    try {
      await (always ? answered(onPress()) : onPress());
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const spinner = (
    <Spinner
      size="extra-tiny"
      appearance={rest.appearance === 'primary' ? 'inverted' : 'primary'}
      aria-hidden
    />
  );
  const face = {
    ...rest,
    ...(held === undefined ? {} : { title: held }),
    ...(busy && children === undefined ? { icon: spinner } : {}),
    className: mergeClasses(s.root, className),
    'aria-busy': busy,
    disabled: rest.disabled === true,
    disabledFocusable: held !== undefined,
    onClick: () => void press(),
  };
  // A button of an icon alone must have no children, or Fluent gives it the width of one with text.
  if (children === undefined) return <Button {...face} />;
  return (
    <Button {...face}>
      <span className={busy ? s.face : undefined}>{children}</span>
      {busy && <span className={s.spinner}>{spinner}</span>}
    </Button>
  );
}
