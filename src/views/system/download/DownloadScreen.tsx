import { Link } from '@fluentui/react-components';
import { OpenRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { appStart } from '../../../../contract/apps.ts';
import type { DownloadEntry, DownloadList } from '../../../../contract/entities/terminals/download.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { CopyButton } from '../../kit/action/CopyButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { terminalAddress } from '../../shared/terminals/TerminalAddress.tsx';
import { headlessCommands } from './commands.ts';
import { useDownloadStyles } from './downloadStyles.ts';
import { Files } from './Files.tsx';

/** Downloads: the two clients of the brand, and the terminal programs of this product. */
export function Component() {
  const s = useDownloadStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { data, error, refetch } = useQuery({
    queryKey: ['download'],
    queryFn: () => api.get<DownloadList>('/v1/download', undefined, { quiet: true }),
    refetchInterval: 60_000,
  });
  return (
    <div className={s.root}>
      <section aria-labelledby="download-clients">
        <h2 id="download-clients" className={s.heading}>
          {t('download.clients')}
        </h2>
        {data === undefined && error === null && <LoadingRows rows={2} />}
        {data === undefined && error !== null && (
          <EmptyState
            title={t('download.failed')}
            hint={error.message}
            actions={
              <BusyButton
                reads
                onPress={async () => {
                  await refetch();
                }}
              >
                {t('common.retry')}
              </BusyButton>
            }
          />
        )}
        {data?.programs.flatMap((entry) =>
          entry.program === 'headless_terminal' ? [] : [<Program key={entry.program} entry={entry} />],
        )}
      </section>
      <Terminals built={data?.programs.find(({ program }) => program === 'headless_terminal')} />
    </div>
  );
}

/** Addresses of the programs that are web apps of this server. */
const apps: Partial<Record<DownloadEntry['program'], string>> = {
  management_client: appStart.console,
  sub_control_client: appStart.station,
};

function Program({ entry }: { entry: DownloadEntry }) {
  const s = useDownloadStyles();
  const { t } = useTranslation();
  const { program, version, date, files } = entry;
  const app = apps[program];
  return (
    <article className={s.item} aria-label={t(`download.program.${program}`)}>
      <h3 className={s.name}>{t(`download.program.${program}`)}</h3>
      <p>{t(`download.what.${program}`)}</p>
      <p className={s.quiet}>{t('download.versionOf', { version, date })}</p>
      {app !== undefined && (
        <>
          <p>
            <Link href={app} target="_blank" className={s.link}>
              <OpenRegular fontSize={16} />
              {t('download.openApp')}
            </Link>
          </p>
          <p className={s.quiet}>{t('download.installApp')}</p>
        </>
      )}
      <Files files={files} />
    </article>
  );
}

/** Section on terminals: any browser, and headless computers. */
function Terminals({ built }: { built: DownloadEntry | undefined }) {
  const s = useDownloadStyles();
  const { t } = useTranslation();
  return (
    <section aria-labelledby="download-terminals">
      <h2 id="download-terminals" className={s.heading}>
        {t('download.terminals')}
      </h2>
      <article className={s.item}>
        <h3 className={s.name}>{t('download.page')}</h3>
        <p>{t('download.pageWhat')}</p>
        <p>
          <Link href={terminalAddress()} target="_blank" className={s.link}>
            <OpenRegular fontSize={16} />
            {terminalAddress()}
          </Link>
        </p>
      </article>
      <article className={s.item} aria-label={t('download.headless')}>
        <h3 className={s.name}>{t('download.headless')}</h3>
        {built !== undefined && (
          <>
            <p className={s.quiet}>{t('download.versionOf', built)}</p>
            <Files files={built.files} />
          </>
        )}
        <p>{t('download.headlessWhat')}</p>
        {headlessCommands(window.location.origin, built?.files[0]?.name).map((command) => (
          <div key={command} className={s.command}>
            <code className={`${s.code} ${s.shell}`}>{command}</code>
            <CopyButton text={command} size="small" label={t('download.copyCommand', { command })} />
          </div>
        ))}
        <p className={s.quiet}>{t('download.headlessWhy')}</p>
      </article>
    </section>
  );
}
