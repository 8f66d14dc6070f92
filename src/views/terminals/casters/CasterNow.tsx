import { useTranslation } from 'react-i18next';
import type { KindRow } from '../../../streams/kind.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { Facts } from '../devices/TerminalPanel.tsx';
import { doingText } from './casterColumns.ts';
import { useSpeech } from './useSpeech.ts';

/** Current activity of a call station: targets and start of its page or call. */
export function CasterNow({ row }: { row: KindRow<'caster'> }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const speech = useSpeech(row);
  const doing = doingText(row, t);
  return (
    <>
      <h3 className={s.section}>{t('caster.now')}</h3>
      <Facts
        items={[
          [t('common.status'), doing.main || doing.detail],
          [t('caster.to'), speech?.to || row.status?.peer || t('common.none')],
          [t('caster.since'), speech?.since ?? '—'],
        ]}
      />
    </>
  );
}
