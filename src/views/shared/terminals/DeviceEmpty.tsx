import { Button } from '@fluentui/react-components';
import { Speaker2Regular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { map } from 'rxjs';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { type ActiveFilter, EmptyState, NoMatch } from '../../kit/layout/EmptyState.tsx';
import { ImportButton } from '../transfer/ImportButton.tsx';
import { CopyAddress, TerminalAddress } from './TerminalAddress.tsx';

/** Empty state of the device grid: no terminal passes the filters, or there is none yet. */
export function DeviceEmpty(props: {
  filters: readonly ActiveFilter[];
  onDrop: (key: string) => void;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  if (props.filters.length > 0) return <NoMatch title={t('devices.noMatch')} {...props} />;
  return <NoDevices />;
}

/** Empty state before the first terminal was adopted: how to connect one, and a link to found ones. */
export function NoDevices() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const may = usePermission();
  const navigate = useNavigate();
  const count$ = useMemo(() => streams.terminalFound.rows$.pipe(map((rows) => rows.length)), [streams]);
  const found = useObservable(count$, 0);
  const mayScan = may('menu_alarm_plan') && may('list_terminal_found');
  return (
    <EmptyState
      icon={<Speaker2Regular />}
      title={t('devices.noneTitle')}
      hint={found > 0 && mayScan ? t('devices.noneFound', { count: found }) : t('devices.noneWhy')}
      actions={
        <>
          {mayScan && (
            <Button
              appearance={found > 0 ? 'primary' : 'secondary'}
              onClick={() => navigate('/menu_scan_device')}
            >
              {found > 0 ? t('devices.seeFound', { count: found }) : t('menu.menu_scan_device')}
            </Button>
          )}
          {may('edit_sys_config') && may('menu_home_page') && (
            <Button onClick={() => navigate('/menu_home_page')}>{t('firstSteps.title')}</Button>
          )}
          <ImportButton kind="device" />
          <TerminalAddress />
          <CopyAddress />
        </>
      }
    />
  );
}
