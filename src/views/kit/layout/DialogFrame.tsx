import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../../theme/tokens.ts';
import { RequiredNote } from './RequiredNote.tsx';
import { useStillFoot } from './useStillFoot.ts';

const useStyles = makeStyles({
  answer: { flexShrink: 0, whiteSpace: 'nowrap' },
  question: { flexGrow: 1, alignSelf: 'center' },
  title: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
});

/** Finds the element that opens a dialog: the focused one, or the button of the menu that contains it. */
function openerNow(): HTMLElement | null {
  const from = document.activeElement;
  const menu = from?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : from;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** Tells whether another dialog is open, which has the focus. */
const isHeld = () => document.querySelector('[role=dialog],[role=alertdialog]') !== null;

/** Enter after Escape continues editing. */
const focusFirst = (button: HTMLButtonElement | null) => button?.focus();

/**
 * A dialog with title, content and buttons. Mount it to open it; Escape and a click beside it close it. Where
 * that would lose input (`dirty`), it asks first; the cancel button does not ask. The buttons keep their
 * place when messages appear or disappear.
 */
export function DialogFrame(props: {
  title: string;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
  /** Width in px; 480 by default. */
  width?: number;
  /** A question about something that cannot be taken back: an alert dialog, which a click beside it does not close. */
  question?: boolean;
  /** Work that a click beside it must not end, such as a large form. */
  stays?: boolean;
  dirty?: boolean;
  /** Key of the content of a multi-step dialog: another step may change the height. */
  step?: string;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [isConfirming, setConfirming] = useState(false);
  /** Element that had the focus before the question. */
  const place = useRef<Element | null>(null);
  const confirmClose = () => {
    place.current = document.activeElement;
    setConfirming(true);
  };
  const foot = useStillFoot(props.step);
  const body = useRef<HTMLDivElement | null>(null);
  // When the focused element is removed, the focus must stay inside: keys would reach the page behind the
  // dialog, and screen readers would leave it.
  useEffect(() => {
    if (document.activeElement === document.body) body.current?.focus();
  });
  const [opener] = useState(openerNow);
  useEffect(
    () => () => {
      // After the dialog has closed: the page behind it cannot have the focus before.
      setTimeout(() => {
        if (opener?.isConnected === true && !isHeld()) opener.focus();
      });
    },
    [opener],
  );
  const keep = () => {
    setConfirming(false);
    if (place.current instanceof HTMLElement) place.current.focus();
  };
  return (
    <Dialog
      open
      modalType={props.question === true ? 'alert' : 'modal'}
      onOpenChange={(_, data) => {
        if (data.open || (data.type === 'backdropClick' && props.stays === true)) return;
        if (isConfirming) keep();
        else if (props.dirty === true) confirmClose();
        else props.onClose();
      }}
    >
      <DialogSurface style={{ maxWidth: props.width ?? 480 }} {...foot}>
        <DialogBody
          tabIndex={-1}
          ref={(element: HTMLDivElement | null) => {
            body.current = element;
          }}
        >
          <DialogTitle className={s.title}>{props.title}</DialogTitle>
          <DialogContent>{props.children}</DialogContent>
          {isConfirming ? (
            <DialogActions fluid>
              <span role="alert" className={s.question}>
                {t('kit.unsaved')}
              </span>
              <Button className={s.answer} onClick={props.onClose}>
                {t('kit.discard')}
              </Button>
              <Button className={s.answer} ref={focusFirst} appearance="primary" onClick={keep}>
                {t('kit.keepEditing')}
              </Button>
            </DialogActions>
          ) : (
            <DialogActions>
              <RequiredNote />
              {props.actions}
            </DialogActions>
          )}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
