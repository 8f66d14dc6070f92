import { Button, type ButtonProps, makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMessages } from './MessagesContext.tsx';

/** Spec 9: the same operation again within this many milliseconds is refused. */
export const operationDebounceMs = 1000;

const useStyles = makeStyles({
  root: { position: 'relative' },
  face: { visibility: 'hidden' },
  spinner: {
    position: 'absolute',
    inset: 0,
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
  },
});

type Props = Omit<ButtonProps, 'onClick' | 'as' | 'type'> & {
  /** The work; the button stays busy and keeps its width until the promise settles. */
  onPress: () => Promise<unknown> | undefined;
  /** Alarm actions are never held back (design 8). */
  debounce?: boolean;
};

/** A button of an operation: busy until the answer, and twice the same press is not twice the operation (spec 9). */
export function BusyButton({ onPress, debounce = true, children, className, icon, ...rest }: Props) {
  const s = useStyles();
  const { t } = useTranslation();
  const messages = useMessages();
  const [busy, setBusy] = useState(false);
  const last = useRef(Number.NEGATIVE_INFINITY);
  const press = async () => {
    if (busy) return;
    const now = performance.now();
    if (debounce && now - last.current < operationDebounceMs) {
      messages.add('info', t('kit.tooFast'));
      return;
    }
    last.current = now;
    setBusy(true);
    try {
      await onPress();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      {...rest}
      {...(icon === undefined ? {} : { icon })}
      className={mergeClasses(s.root, className)}
      aria-busy={busy}
      onClick={() => void press()}
    >
      <span className={busy ? s.face : undefined}>{children}</span>
      {busy && (
        <span className={s.spinner}>
          <Spinner size="extra-tiny" appearance={rest.appearance === 'primary' ? 'inverted' : 'primary'} />
        </span>
      )}
    </Button>
  );
}
