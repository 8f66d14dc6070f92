import { useTranslation } from 'react-i18next';
import type { TtsLicensePool } from '../../../../contract/entities/terminals/xtts.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { AuthorizationButtons } from '../../shared/xtts/AuthorizationButtons.tsx';
import { authorizationText, type XttsRow } from '../../shared/xtts/authorization.ts';
import { type Fact, Facts } from '../devices/TerminalPanel.tsx';

const noPool: TtsLicensePool[] = [];

/**
 * Authorization of a terminal to speak for the server: number of concurrent texts, and remaining licences.
 */
export function Authorization({ row }: { row: XttsRow }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const [pool] = useObservable(streams.ttsLicense.rows$, noPool);
  const authorization = authorizationText(row, t);
  const ofPool: Fact[] =
    pool === undefined
      ? []
      : [[t('xtts.pool'), t('xtts.poolOf', { granted: pool.granted, total: pool.total })]];
  return (
    <>
      <h3 className={s.section}>{t('xtts.authorization')}</h3>
      <Facts
        items={[
          [t('common.status'), `${authorization.main} · ${authorization.detail}`],
          [t('xtts.licenses'), row.licenses],
          ...ofPool,
        ]}
      />
      <div className={s.buttons}>
        <AuthorizationButtons row={row} />
      </div>
    </>
  );
}
