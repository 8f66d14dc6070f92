import { Button } from '@fluentui/react-components';
import { ScanRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { map } from 'rxjs';
import type { OtherKind } from '../../../streams/kind.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { useObservable } from '../../kit/useObservable.ts';
import { CopyAddress, TerminalAddress } from '../TerminalAddress.tsx';
import { pageRoles } from './pageRoles.ts';

/** There is no terminal of the kind yet: how to get one, and those that wait to be adopted. */
export function KindEmpty({ kind }: { kind: OtherKind }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const may = usePermission();
  const navigate = useNavigate();
  const count$ = useMemo(
    () => streams.found.rows$.pipe(map((rows) => rows.filter((row) => row.kind === kind).length)),
    [streams, kind],
  );
  const found = useObservable(count$, 0);
  const mayScan = may('menu_alarm_plan') && may('list_terminal_found');
  const role = pageRoles[kind];
  return (
    <EmptyState
      icon={<ScanRegular />}
      title={t('terminalKind.noneTitle', { kind: t(`terminalKind.${kind}`) })}
      why={found > 0 && mayScan ? t('terminalKind.noneFound', { count: found }) : t('terminalKind.noneWhy')}
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
          <TerminalAddress role={role} />
          <CopyAddress role={role} />
        </>
      }
    />
  );
}
