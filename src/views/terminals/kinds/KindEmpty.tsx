import { Button } from '@fluentui/react-components';
import { ScanRegular } from '@fluentui/react-icons';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { map } from 'rxjs';
import type { OtherKind } from '../../../streams/kind.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { CopyAddress, TerminalAddress } from '../../shared/terminals/TerminalAddress.tsx';
import { ImportButton } from '../../shared/transfer/ImportButton.tsx';
import { pageRoles } from './pageRoles.ts';

/** First step of a kind whose rows are created by hand, before any terminal connects. */
export interface FirstStep {
  hint: string;
  action: ReactNode;
}

/** Empty state of a kind: how to connect a terminal, and those waiting for adoption. */
export function KindEmpty({ kind, first }: { kind: OtherKind; first?: FirstStep | undefined }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const may = usePermission();
  const navigate = useNavigate();
  const count$ = useMemo(
    () => streams.terminalFound.rows$.pipe(map((rows) => rows.filter((row) => row.kind === kind).length)),
    [streams, kind],
  );
  const found = useObservable(count$, 0);
  const mayScan = may('menu_alarm_plan') && may('list_terminal_found');
  const role = pageRoles[kind];
  return (
    <EmptyState
      icon={<ScanRegular />}
      title={t(`terminalKind.noneTitle.${kind}`)}
      hint={
        found > 0 && mayScan
          ? t('terminalKind.noneFound', { count: found })
          : (first?.hint ?? t('terminalKind.noneWhy'))
      }
      actions={
        <>
          {first?.action}
          {mayScan && (
            <Button
              appearance={found > 0 ? 'primary' : 'secondary'}
              onClick={() => navigate('/menu_scan_device')}
            >
              {found > 0 ? t('devices.seeFound', { count: found }) : t('menu.menu_scan_device')}
            </Button>
          )}
          <ImportButton kind={kind} />
          <TerminalAddress role={role} />
          <CopyAddress role={role} />
        </>
      }
    />
  );
}
