import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { IoLive } from '../../../../contract/entities/terminals/io.ts';
import { noticeOf } from '../../../machines/sessionTypes.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import type { IoAction } from '../../shared/io/ioCalls.ts';
import { lineText } from '../../shared/io/ioView.ts';
import { type IoActions, QUICK_PULSE_MS } from '../../shared/io/useIoActions.tsx';
import { ioColumns } from './ioColumns.ts';

/** Width below which optional columns are hidden, px. */
const narrow = 1600;

/**
 * Columns of the lines, with the buttons of outputs in their rows. `stale`: reason why switching is disabled.
 */
export function useIoColumns(actions: IoActions, stale: string | undefined) {
  const { t } = useTranslation();
  const { streams, mayOperate, notify } = useApp();
  const clock = useSiteClock();
  // Read while cells are painted.
  const latest = useRef({ actions, stale });
  latest.current = { actions, stale };
  return useMemo(
    () =>
      ioColumns({
        t,
        timeZone: clock.timeZone(),
        now: clock.now,
        isNarrow: window.innerWidth < narrow,
        zoneName: (id) => streams.zoneName(id),
        buttons(row: IoLive) {
          if (row.direction === 'input') return [];
          const isHeld = row.owners.length > 0 || row.until !== null;
          const offered: IoAction[] = isHeld ? ['pulse', 'off'] : ['pulse', 'hold'];
          return offered.map((key) => ({
            key,
            icon: key === 'off' ? 'stop' : key === 'hold' ? 'hold' : 'pulse',
            label: t('schedule.actionOf', { action: t(`io.action.${key}`), name: lineText(row, t) }),
            reason:
              latest.current.actions.reason(row, key) ?? (key === 'off' ? undefined : latest.current.stale),
          }));
        },
        onButton(row, key) {
          if (key !== 'off' && !mayOperate(`io.${row.id}.${key}`)) return;
          const more = key === 'pulse' ? { pulse_ms: QUICK_PULSE_MS } : {};
          latest.current.actions.run(key as IoAction, [row], more).catch((error) => notify(noticeOf(error)));
        },
      }),
    [t, clock, streams, mayOperate, notify],
  );
}
