import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import { useSelector } from '@xstate/react';
import { useTranslation } from 'react-i18next';
import { useApp, useUser } from '../app/AppContext.tsx';
import { FirstPassword } from './login/FirstPassword.tsx';
import { LoginForm } from './login/LoginForm.tsx';

/** Dialog for logging in again when the login expires during an alarm: the view below stays. */
export function RenewLogin() {
  const { t } = useTranslation();
  const { session } = useApp();
  const user = useUser();
  const isOpen = useSelector(session, (state) => state.matches({ loggedIn: 'renewing' }));
  const isChoosing = useSelector(session, (state) =>
    state.matches({ loggedIn: { renewing: 'choosingPassword' } }),
  );
  return (
    <Dialog open={isOpen} modalType="alert">
      <DialogSurface data-testid="renew-login" style={{ maxWidth: '400px' }}>
        <DialogBody>
          <DialogTitle
            action={
              <Button size="small" onClick={() => session.send({ type: 'session.logout' })}>
                {t('shell.logOut')}
              </Button>
            }
          >
            {t('alarm.renewTitle')}
          </DialogTitle>
          <DialogContent>
            {isChoosing ? (
              <FirstPassword />
            ) : (
              <>
                <p>{t('alarm.renewWhy')}</p>
                <LoginForm account={user?.code ?? ''} />
              </>
            )}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}
