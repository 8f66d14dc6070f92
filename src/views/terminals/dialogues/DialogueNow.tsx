import { useTranslation } from 'react-i18next';
import type { KindRow } from '../../../streams/kind.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { Facts } from '../devices/TerminalPanel.tsx';
import { callOf, callSeconds, callText } from './dialogueColumns.ts';

/** The current call of a station. */
export function DialogueNow({ row }: { row: KindRow<'dialogue'> }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const calls = useObservable(streams.call.rows$, []);
  useSecond();
  const call = callOf(row.id, calls);
  const { main, detail } = callText(row, call, t);
  const seconds = callSeconds(call, clock.now());
  const level = row.status?.level_db ?? null;
  return (
    <>
      <h3 className={s.section}>{t('dialogue.call')}</h3>
      <Facts
        items={[
          [t('common.status'), `${main} ${detail}`.trim()],
          [t('dialogue.length'), seconds === null ? '—' : durationText(t, seconds * 1000)],
          [t('caster.level'), level === null ? '—' : `${String(level).replace('-', '−')} dBFS`],
        ]}
      />
    </>
  );
}
