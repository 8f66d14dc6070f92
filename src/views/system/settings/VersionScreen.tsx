import { Button } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { VersionInfo } from '../../../../contract/entities/site/version.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useApp, useOwnBrand, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { useAddress } from '../../kit/useAddress.ts';
import { LatestMessage } from './LatestMessage.tsx';
import { TerminalLicences } from './TerminalLicences.tsx';
import { type TerminalVersion, terminalVersions } from './terminalVersions.ts';
import { useVersionStyles } from './versionStyles.ts';

const noVersions: TerminalVersion[] | null = null;

/**
 * menu_version_info: versions of console, server, database and terminals, licences for terminals, the licences of the
 * parts, and for support the latest message of the live connection.
 */
export function Component() {
  const s = useVersionStyles();
  const { api } = useApp();
  const { data: info } = useQuery({
    queryKey: ['version'],
    queryFn: () => api.get<VersionInfo>('/v1/version'),
  });
  return (
    <div className={s.root}>
      <Running info={info} />
      <Terminals />
      <TerminalLicences />
      <LatestMessage />
      <Licences licences={info?.licences} />
    </div>
  );
}

function Running({ info }: { info: VersionInfo | undefined }) {
  const s = useVersionStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const brand = useOwnBrand();
  const own = import.meta.env.TOCSIN_VERSION;
  const database = info?.database_embedded === true ? 'version.embedded' : 'version.external';
  const facts = info && [
    [t('version.console'), own],
    [t('version.server'), `${info.server} · Node.js ${info.node}`],
    [t('version.database'), t(database, { version: `PostgreSQL ${info.database}` })],
    [t('version.protocol'), String(info.protocol)],
    [t('version.system'), info.system],
    [t('version.workers'), t(`version.workerSandbox.${info.worker_sandbox}`)],
    ...(brand.downloadPage ? brand.downloads : []).map(({ program, version, date }) => [
      t(`download.program.${program}`),
      t('download.versionOf', { version, date }),
    ]),
    [t('version.since'), formatTimestamp(info.started_at, t('common.none'), clock.timeZone())],
  ];
  return (
    <section aria-labelledby="version-running">
      <div className={s.head}>
        <h2 id="version-running" className={s.heading}>
          {t('version.running')}
        </h2>
      </div>
      {info !== undefined && info.server !== own && (
        <div className={s.old}>
          <StatusText tone="fault" glyph="warning" text={t('version.outdated')} />
          <Button size="small" onClick={() => window.location.reload()}>
            {t('version.reload')}
          </Button>
        </div>
      )}
      {facts === undefined && <LoadingRows rows={7} />}
      {facts !== undefined && (
        <table className={s.table}>
          <tbody>
            {facts.map(([name, value]) => (
              <tr key={name}>
                <th scope="row" className={s.facts}>
                  {name}
                </th>
                <td>{value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Terminals() {
  const s = useVersionStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const versions$ = useMemo(() => terminalVersions(streams), [streams]);
  const versions = useObservable(versions$, noVersions);
  return (
    <section aria-labelledby="version-terminals">
      <div className={s.head}>
        <h2 id="version-terminals" className={s.heading}>
          {t('version.terminals')}
        </h2>
      </div>
      {versions === null && <LoadingRows rows={6} />}
      {versions?.length === 0 && <p className={s.reason}>{t('version.noTerminals')}</p>}
      {versions !== null && versions.length > 0 && (
        <table className={s.table} data-testid="terminal-versions">
          <thead>
            <tr>
              <th scope="col">{t('version.kind')}</th>
              <th scope="col">{t('version.version')}</th>
              <th scope="col" className={s.number}>
                {t('version.count')}
              </th>
              <th scope="col" className={s.number}>
                {t('version.online')}
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map(({ kind, version, count, online }) => (
              <tr key={`${kind} ${version}`}>
                <td>{t(`terminalKind.${kind}`)}</td>
                <td>{version || t('version.unknown')}</td>
                <td className={s.number}>{count.toLocaleString('en-US')}</td>
                <td className={s.number}>{online.toLocaleString('en-US')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Licences({ licences }: { licences: VersionInfo['licences'] | undefined }) {
  const s = useVersionStyles();
  const { t } = useTranslation();
  const [search, setSearch] = useAddress();
  const wanted = new URLSearchParams(search).get('q') ?? '';
  const word = wanted.trim().toLowerCase();
  const shown = licences?.filter(({ name, licence }) => `${name} ${licence}`.toLowerCase().includes(word));
  return (
    <section aria-labelledby="version-licences">
      <div className={s.head}>
        <h2 id="version-licences" className={s.heading}>
          {t('version.licences')}
        </h2>
        <span className={s.end}>
          <SearchField
            value={wanted}
            placeholder={t('version.search')}
            onChange={(text) =>
              setSearch((old) => {
                if (text === undefined) old.delete('q');
                else old.set('q', text);
                return old;
              })
            }
          />
        </span>
      </div>
      {licences !== undefined && (
        <div className={s.reason}>{t('version.licencesWhy', { n: licences.length })}</div>
      )}
      {shown === undefined && <LoadingRows rows={8} />}
      {shown?.length === 0 && <p className={s.reason}>{t('version.none')}</p>}
      {shown !== undefined && shown.length > 0 && (
        <table className={s.table} data-testid="licences">
          <thead>
            <tr>
              <th scope="col">{t('version.package')}</th>
              <th scope="col">{t('version.version')}</th>
              <th scope="col">{t('version.licence')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, version, licence }) => (
              <tr key={`${name} ${version}`}>
                <td>{name}</td>
                <td>{version}</td>
                <td>{licence || t('version.unknown')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
