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
import { tokens } from '../theme/tokens.ts';
import { useStillFoot } from './useStillFoot.ts';

const useStyles = makeStyles({
  answer: { flexShrink: 0, whiteSpace: 'nowrap' },
  question: { flexGrow: 1, alignSelf: 'center' },
  title: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
});

/** What a dialog is opened from: the focused element, or the button of the menu that it stands in. */
function openerNow(): HTMLElement | null {
  const from = document.activeElement;
  const menu = from?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menu ? document.getElementById(menu) : from;
  return opener instanceof HTMLElement && opener !== document.body ? opener : null;
}

/** Whether another dialog is there, which has the focus. */
const isHeld = () => document.querySelector('[role=dialog],[role=alertdialog]') !== null;

/** Enter after Escape goes on with what was typed. */
const focusFirst = (button: HTMLButtonElement | null) => button?.focus();

/**
 * A dialog with title, content and buttons. Mount it to open it; Escape closes it, and so does a click beside it. Where
 * something typed would be lost by that (`dirty`), they ask; the button that cancels does not, for it says so. Its
 * buttons keep their place whatever messages come and go.
 */
export function DialogFrame(props: {
  title: string;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
  /** px; 480 when not given. */
  width?: number;
  /** `alert`: a click beside it does not close it. */
  alert?: boolean;
  dirty?: boolean;
  /** Of a dialog that shows other content once something was chosen: it may take another height then. */
  step?: string;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  /** Where one was typing when it asked. */
  const place = useRef<Element | null>(null);
  const ask = () => {
    place.current = document.activeElement;
    setAsking(true);
  };
  const foot = useStillFoot(props.step);
  const body = useRef<HTMLDivElement | null>(null);
  // What had the focus has gone: outside, keys would reach what lies behind the dialog, and readers would not see it.
  useEffect(() => {
    if (document.activeElement === document.body) body.current?.focus();
  });
  const [opener] = useState(openerNow);
  useEffect(
    () => () => {
      // After the dialog has gone: what lies behind it cannot have the focus before.
      setTimeout(() => {
        if (opener?.isConnected === true && !isHeld()) opener.focus();
      });
    },
    [opener],
  );
  const keep = () => {
    setAsking(false);
    if (place.current instanceof HTMLElement) place.current.focus();
  };
  return (
    <Dialog
      open
      modalType={props.alert === true ? 'alert' : 'modal'}
      onOpenChange={(_, data) => {
        if (data.open) return;
        if (isAsking) keep();
        else if (props.dirty === true) ask();
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
          {isAsking ? (
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
            <DialogActions>{props.actions}</DialogActions>
          )}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
