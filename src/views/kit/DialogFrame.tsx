import {
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
} from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { tokens } from '../theme/tokens.ts';

const useStyles = makeStyles({
  title: { fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
});

/** A dialog with title, content and buttons. Mount it to open it; Escape closes it. */
export function DialogFrame(props: {
  title: string;
  onClose: () => void;
  actions: ReactNode;
  children: ReactNode;
  /** px; 480 when not given. */
  width?: number;
  /** `alert`: a click beside it does not close it. */
  alert?: boolean;
}) {
  const s = useStyles();
  return (
    <Dialog
      open
      modalType={props.alert === true ? 'alert' : 'modal'}
      onOpenChange={(_, data) => {
        if (!data.open) props.onClose();
      }}
    >
      <DialogSurface style={{ maxWidth: props.width ?? 480 }}>
        <DialogBody>
          <DialogTitle className={s.title}>{props.title}</DialogTitle>
          <DialogContent>{props.children}</DialogContent>
          <DialogActions>{props.actions}</DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
