import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignalRow } from '../../../../contract/entities/terminals/signal.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { signalStatus } from './signalView.ts';

/** 4G signal of a terminal with a modem, linked to its readings; hidden for others. */
export function SignalLine({ id }: { id: number }) {
  const may = usePermission();
  return may('list_signal') ? <Line id={id} /> : null;
}

function Line({ id }: { id: number }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const row$ = useMemo(() => streams.signal.row$(id), [streams, id]);
  const row = useObservable<SignalRow | undefined>(row$, streams.signal.get(id));
  if (row === undefined) return null;
  return (
    <p data-testid="signal-line">
      <StatusChip status={signalStatus(row)} />{' '}
      <ScreenLink screen="menu_4g_signal" search={{ id: String(id) }}>
        {t('signal.ofTerminal')}
      </ScreenLink>
    </p>
  );
}
