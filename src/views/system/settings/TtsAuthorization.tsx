import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { compareTexts } from '../../kit/grid/columns.ts';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { AuthorizationButtons } from '../../shared/xtts/AuthorizationButtons.tsx';
import { authorizationText, type XttsRow } from '../../shared/xtts/authorization.ts';
import { SiteLicences } from '../../shared/xtts/SiteLicences.tsx';
import { useVersionStyles } from './versionStyles.ts';

const useStyles = makeStyles({
  root: { padding: '16px 24px 32px', maxWidth: '960px' },
  buttons: { display: 'flex', gap: '8px' },
});

/** Update interval of the list, ms. */
const everyMs = 500;

/**
 * Online authorization of TTS terminals: whether each is opened and online, its licences, and those of the site. It is
 * part of the system configuration, so that brands without the screen of TTS terminals have it too.
 */
export function TtsAuthorization() {
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const table = useVersionStyles();
  return (
    <section className={s.root} aria-labelledby="tts-authorization">
      <div className={table.head}>
        <h2 id="tts-authorization" className={table.heading}>
          {t('xtts.onlineAuthorization')}
        </h2>
        <span className={table.end}>
          <SiteLicences />
        </span>
      </div>
      <p className={table.reason}>{t('xtts.onlineWhy')}</p>
      {may('list_xtts') && <Terminals />}
    </section>
  );
}

function Terminals() {
  const s = useStyles();
  const { t } = useTranslation();
  const table = useVersionStyles();
  const { streams } = useApp();
  const rows$ = useMemo(
    () =>
      streams.terminals.xtts.rows$.pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [streams],
  );
  const rows = useObservable<readonly XttsRow[] | null>(rows$, null);
  if (rows === null) return <LoadingRows rows={4} />;
  if (rows.length === 0)
    return <EmptyState title={t('terminalKind.noneTitle.xtts')} hint={t('xtts.noTerminals')} />;
  const sorted = [...rows].sort((a, b) => compareTexts(a.name, b.name));
  return (
    <table className={table.table} data-testid="tts-authorization">
      <thead>
        <tr>
          <th scope="col">{t('common.name')}</th>
          <th scope="col">{t('devices.code')}</th>
          <th scope="col">{t('xtts.authorization')}</th>
          <th scope="col">{t('xtts.connection')}</th>
          <th scope="col" className={table.number}>
            {t('xtts.licenses')}
          </th>
          <th scope="col">{t('xtts.change')}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map((row) => {
          const { main, detail } = authorizationText(row, t);
          return (
            <tr key={row.id}>
              <td>{row.dev_name2 || row.name}</td>
              <td>{row.code}</td>
              <td>{main}</td>
              <td>{detail}</td>
              <td className={table.number}>{row.licenses}</td>
              <td>
                <div className={s.buttons}>
                  <AuthorizationButtons row={row} />
                </div>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
