import { Button, type ButtonProps, makeStyles, mergeClasses, Spinner } from '@fluentui/react-components';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { debounceMs } from '../../../contract/constants.ts';
import { useMessages } from './MessagesContext.tsx';

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

interface Props {
  /** The work; the button stays busy and keeps its width until the promise settles. */
  onPress: () => Promise<unknown> | undefined;
  children: ReactNode;
  appearance?: NonNullable<ButtonProps['appearance']>;
  size?: NonNullable<ButtonProps['size']>;
  icon?: ReactElement;
  disabled?: boolean;
  className?: string;
  /** Alarm actions are never held back (design 8). */
  debounce?: boolean;
}

/** A button of an operation: busy until the answer, and twice the same press is not twice the operation (spec 9). */
export function BusyButton({ onPress, debounce = true, children, className, ...rest }: Props) {
  const s = useStyles();
  const { t } = useTranslation();
  const messages = useMessages();
  const [busy, setBusy] = useState(false);
  const last = useRef(Number.NEGATIVE_INFINITY);
  const press = async () => {
    if (busy) return;
    const now = performance.now();
    if (debounce && now - last.current < debounceMs) {
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
