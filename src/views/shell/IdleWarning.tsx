import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { useApp } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';
import { useSecond } from '../kit/time/useTick.ts';

/** Warning that an idle login ends in a moment, with a button that keeps it. */
export function IdleWarning() {
  const { idleUntil$ } = useApp();
  const until = useObservable<number | null>(idleUntil$, null);
  return (
    // Mounted all the time: what a dialog hides of the page is shown again when it closes.
    <Dialog open={until !== null} modalType="alert">
      <DialogSurface data-testid="idle-warning" style={{ maxWidth: '440px' }}>
        {until !== null && <Warning until={until} />}
      </DialogSurface>
    </Dialog>
  );
}

function Warning(props: { until: number }) {
  const { t } = useTranslation();
  const { session, stay, now } = useApp();
  useSecond();
  const seconds = Math.max(0, Math.ceil((props.until - now()) / 1000));
  return (
    <DialogBody>
      <DialogTitle>{t('shell.idleTitle')}</DialogTitle>
      <DialogContent>
        <p>{t('shell.idleWhy')}</p>
        {/* A reader would have to hear every second of it. */}
        <p aria-hidden="true">{t('shell.idleLeft', { seconds })}</p>
      </DialogContent>
      <DialogActions>
        <Button style={{ whiteSpace: 'nowrap' }} onClick={() => session.send({ type: 'session.logout' })}>
          {t('shell.logOut')}
        </Button>
        <Button appearance="primary" autoFocus style={{ whiteSpace: 'nowrap' }} onClick={stay}>
          {t('shell.idleStay')}
        </Button>
      </DialogActions>
    </DialogBody>
  );
}
