import { Button } from '@fluentui/react-components';
import { ErrorCircleRegular, LockClosedRegular, MapRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { isRouteErrorResponse, useNavigate, useRouteError } from 'react-router-dom';
import { useUser } from '../../app/AppContext.tsx';
import { useRoleName } from '../../app/useRoleName.ts';
import { EmptyState } from './EmptyState.tsx';

/** Page for an address without the right to it: names the missing right and who can grant it. */
export function NoPermission(props: { screen: string; code: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const user = useUser();
  const role = useRoleName()(user?.role_name ?? '');
  return (
    <EmptyState
      icon={<LockClosedRegular />}
      title={t('kit.noPermissionTitle', { screen: props.screen })}
      hint={t('kit.noPermissionWhy', { account: user?.code, role, code: props.code })}
      actions={<Button onClick={() => navigate('/index.html')}>{t('kit.backToStart')}</Button>}
    />
  );
}

/** Page for an unknown address. */
export function NotFound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <EmptyState
      icon={<MapRegular />}
      title={t('kit.notFoundTitle')}
      hint={t('kit.notFoundWhy')}
      actions={<Button onClick={() => navigate('/index.html')}>{t('kit.backToStart')}</Button>}
    />
  );
}

/** Error page of one screen; the rest of the console stays. For `errorElement`. */
export function ScreenError() {
  const { t } = useTranslation();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return (
    <EmptyState
      icon={<ErrorCircleRegular />}
      title={t('kit.brokenTitle')}
      hint={t('kit.brokenWhy', { error: error instanceof Error ? error.message : String(error) })}
      actions={<Button onClick={() => window.location.reload()}>{t('kit.reloadPage')}</Button>}
    />
  );
}
