import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { auditTime, map } from 'rxjs';
import { signalStateOf } from '../../../contract/entities/terminals/signal.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { useBarStyles } from './barStyles.ts';

/** Number of terminals with a weak mobile network, linked to them; hidden when there are none. */
export function WeakSignal() {
  const may = usePermission();
  return may('list_signal') ? <Weak /> : null;
}

function Weak() {
  const s = useBarStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const count$ = useMemo(
    () =>
      streams.signal.rows$.pipe(
        auditTime(1000),
        map((rows) => rows.filter((row) => row.online && signalStateOf(row) === 'weak').length),
      ),
    [streams],
  );
  const count = useObservable(count$, 0);
  if (count === 0) return null;
  return (
    <span className={s.fault}>
      <FaultGlyph />
      <ScreenLink screen="menu_4g_signal" search={{ strength: 'signal_weak' }}>
        {t('signal.weakCount', { count })}
      </ScreenLink>
    </span>
  );
}
