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
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  question: { flexGrow: 1, alignSelf: 'center' },
  title: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
});

/** Enter after Escape goes on with what was typed. */
const focusFirst = (button: HTMLButtonElement | null) => button?.focus();

/**
 * A dialog with title, content and buttons. Mount it to open it; Escape closes it, and so does a click beside it. Where
 * something typed would be lost by that (`dirty`), they ask; the button that cancels does not, for it says so.
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
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  return (
    <Dialog
      open
      modalType={props.alert === true ? 'alert' : 'modal'}
      onOpenChange={(_, data) => {
        if (data.open) return;
        if (props.dirty === true) setAsking((asked) => !asked);
        else props.onClose();
      }}
    >
      <DialogSurface style={{ maxWidth: props.width ?? 480 }}>
        <DialogBody>
          <DialogTitle className={s.title}>{props.title}</DialogTitle>
          <DialogContent>{props.children}</DialogContent>
          {isAsking ? (
            <DialogActions>
              <span role="alert" className={s.question}>
                {t('kit.unsaved')}
              </span>
              <Button onClick={props.onClose}>{t('kit.discard')}</Button>
              <Button ref={focusFirst} appearance="primary" onClick={() => setAsking(false)}>
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
