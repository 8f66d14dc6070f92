import { Button, makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import type { ReactNode } from 'react';

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

/** Primary button of a form; keeps its width while the response is pending and ignores further presses. */
export function SubmitButton(props: {
  form?: string;
  busy: boolean;
  disabled?: boolean;
  children: ReactNode;
  size?: 'small' | 'medium' | 'large';
  className?: string;
}) {
  const s = useStyles();
  return (
    <Button
      appearance="primary"
      type="submit"
      {...(props.form === undefined ? {} : { form: props.form })}
      size={props.size ?? 'medium'}
      className={mergeClasses(s.root, props.className)}
      aria-busy={props.busy}
      disabled={props.disabled ?? false}
      disabledFocusable={props.busy}
    >
      <span className={props.busy ? s.label : undefined}>{props.children}</span>
      {props.busy && (
        <span className={s.spinner}>
          <Spinner size="extra-tiny" appearance="inverted" aria-hidden />
        </span>
      )}
    </Button>
  );
}
