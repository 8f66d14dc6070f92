import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { TerminalLicence } from '../../../../contract/entities/site/terminalLicence.ts';
import { useApp } from '../../app/AppContext.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { useVersionStyles } from './versionStyles.ts';

/** Reads the licences for terminals per kind; undefined while they are not known. */
export function useTerminalLicences(): TerminalLicence[] | undefined {
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: ['terminal_licence'],
    queryFn: () => api.get<TerminalLicence[]>('/v1/sys/terminal_licence', undefined, { quiet: true }),
  });
  return data;
}

/** Section of the version screen: licences per kind of terminal, and how many are in use. */
export function TerminalLicences() {
  const s = useVersionStyles();
  const { t } = useTranslation();
  const licences = useTerminalLicences();
  return (
    <section aria-labelledby="terminal-licences">
      <div className={s.head}>
        <h2 id="terminal-licences" className={s.heading}>
          {t('licence.title')}
        </h2>
      </div>
      {licences === undefined && <LoadingRows rows={6} />}
      {licences !== undefined && (
        <table className={s.table} data-testid="terminal-licences">
          <thead>
            <tr>
              <th scope="col">{t('version.kind')}</th>
              <th scope="col" className={s.number}>
                {t('licence.used')}
              </th>
              <th scope="col" className={s.number}>
                {t('licence.limit')}
              </th>
            </tr>
          </thead>
          <tbody>
            {licences.map(({ kind, used, limit }) => (
              <tr key={kind}>
                <td>{t(`terminalKind.${kind}`)}</td>
                <td className={s.number}>{used.toLocaleString('en-US')}</td>
                <td className={s.number}>
                  {limit === 0 ? t('licence.unlimited') : limit.toLocaleString('en-US')}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
