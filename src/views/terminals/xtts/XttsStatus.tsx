import { useTranslation } from 'react-i18next';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import type { XttsRow } from '../../shared/xtts/authorization.ts';
import { SiteLicences } from '../../shared/xtts/SiteLicences.tsx';
import { Facts } from '../devices/TerminalPanel.tsx';
import { KindScreen } from '../kinds/KindScreen.tsx';
import { Authorization } from './Authorization.tsx';
import { speakingText, voicesText, xttsColumns } from './xttsColumns.ts';

/** Current activity of a TTS terminal. */
function Now({ row }: { row: XttsRow }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const speaking = speakingText(row, t);
  const count = (value: number | undefined) => value ?? '—';
  return (
    <>
      <Authorization row={row} />
      <h3 className={s.section}>{t('xtts.work')}</h3>
      <Facts
        items={[
          [t('xtts.now'), `${speaking.main} ${speaking.detail}`.trim()],
          [t('xtts.queue'), count(row.status?.queue)],
          [t('xtts.voices'), voicesText(row, t) || '—'],
          [t('xtts.spoken'), count(row.status?.spoken)],
          [t('xtts.failed'), count(row.status?.failed)],
        ]}
      />
    </>
  );
}

/** menu_xtts_status: TTS terminals, live: current text, queue, voices, groups. */
export function Component() {
  return <KindScreen kind="xtts" columns={xttsColumns} Now={Now} tools={<SiteLicences />} />;
}
