import { Button, type ButtonProps, makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { type ReactElement, type ReactNode, useId, useState } from 'react';
import { ApiError } from '../../../api/error.ts';
import { noticeOf } from '../../../machines/sessionTypes.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { useAnswered } from '../rows/useAnswered.ts';

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

interface Props {
  /**
   * Runs the operation; the button stays busy and keeps its width until the promise settles. A refused call
   * may reject: the session machine has shown the error already, or the button shows that of a `quiet` call.
   */
  onPress: () => Promise<unknown> | undefined;
  children?: ReactNode;
  appearance?: NonNullable<ButtonProps['appearance']>;
  size?: NonNullable<ButtonProps['size']>;
  icon?: ReactElement;
  disabled?: boolean;
  /** Reason why it is disabled: the button stays focusable and shows it. */
  reason?: string | undefined;
  className?: string;
  title?: string;
  'aria-label'?: string;
  /** Name of the operation for the debounce of 1000 ms; by default the button itself. */
  operation?: string;
  /**
   * For actions that must always work (stop, cancel, alarm actions): neither debounce nor stale data disable
   * it, and it can be pressed again when the response is slow.
   */
  always?: boolean;
  /** Opens a dialog that has the operation: pressing again at once is no second operation. */
  opens?: boolean;
  /** Reads or exports only: stale data do not disable it. */
  reads?: boolean;
}

/** Button of an operation: busy until the response, and debounced, so that two presses run it once. */
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
      if (error.isUnshown && !error.aborted) app.notify(noticeOf(error));
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
