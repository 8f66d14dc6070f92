import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { messageDisplayMs } from '../../../../contract/constants.ts';
import { Glyph } from '../status/Glyph.tsx';
import type { GlyphName } from '../status/glyphs.ts';
import { liveRegion } from './liveRegions.ts';
import { useMessages } from './MessagesContext.tsx';
import type { Message, MessageKind } from './messages.ts';
import { useToastStyles } from './toastStyles.ts';

const useStyles = makeStyles({
  host: {
    position: 'fixed',
    top: '56px',
    left: 0,
    right: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    gap: '8px',
    pointerEvents: 'none',
    zIndex: 1_000_001,
  },
});

/** Glyph of each kind of message. */
export const messageGlyph: Record<MessageKind, GlyphName> = {
  info: 'circle',
  done: 'checkmark',
  warning: 'warning',
  error: 'errorCircle',
};

/** One message for a second; the time stops while the pointer is over it. */
function Toast(props: { message: Message; onEnd: (id: number) => void }) {
  const s = useToastStyles();
  const { message, onEnd } = props;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => onEnd(message.id), messageDisplayMs);
    return () => clearTimeout(timer);
  }, [held, message.id, onEnd]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only holds the message, everything stays in the centre
    <div
      className={mergeClasses(s.toast, message.kind === 'warning' && s.warning)}
      data-kind={message.kind}
      aria-atomic="true"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
    >
      <Glyph name={messageGlyph[message.kind]} />
      <span>{message.text}</span>
    </div>
  );
}

/**
 * Shows new messages of the message centre as toasts, three at most, and announces each to screen readers.
 * `children`: toasts that stay.
 */
export function ToastHost(props: { children?: ReactNode }) {
  const s = useStyles();
  const centre = useMessages();
  const [shown, setShown] = useState<readonly Message[]>([]);
  useEffect(() => {
    let last = centre.list$.value[0]?.id ?? 0;
    const subscription = centre.list$.subscribe((list) => {
      const fresh = list.filter((one) => one.id > last);
      last = list[0]?.id ?? last;
      if (fresh.length > 0) setShown((old) => [...fresh, ...old].slice(0, 3));
    });
    return () => subscription.unsubscribe();
  }, [centre]);
  const [region] = useState(() => liveRegion('toast-region', 'polite'));
  const [end] = useState(() => (id: number) => setShown((old) => old.filter((one) => one.id !== id)));
  return createPortal(
    <div className={s.host} data-testid="toasts">
      {props.children}
      {shown.map((message) => (
        <Toast key={message.id} message={message} onEnd={end} />
      ))}
    </div>,
    region,
  );
}
