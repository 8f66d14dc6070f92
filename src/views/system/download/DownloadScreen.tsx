import { Link, makeStyles } from '@fluentui/react-components';
import { ArrowDownloadRegular, OpenRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  type DownloadEntry,
  type DownloadList,
  downloadStem,
} from '../../../../contract/entities/terminals/download.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { CopyButton } from '../../kit/action/CopyButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { LoadingRows } from '../../kit/layout/LoadingRows.tsx';
import { sizeText } from '../../shared/media/sizes.ts';
import { terminalAddress } from '../../shared/terminals/TerminalAddress.tsx';
import { tokens } from '../../theme/tokens.ts';
import { headlessCommands } from './commands.ts';

const useStyles = makeStyles({
  root: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(480px, 100%), 1fr))',
    gap: '24px 48px',
    alignItems: 'start',
    maxWidth: '1600px',
    padding: '16px 24px 32px',
    boxSizing: 'border-box',
  },
  heading: { margin: '0 0 8px', fontSize: tokens.fontSizeBase400, lineHeight: tokens.lineHeightBase400 },
  why: { margin: '0 0 8px', color: tokens.colorNeutralForeground3 },
  item: {
    padding: '12px 0',
    borderTop: `1px solid ${tokens.colorNeutralStroke3}`,
    '& p': { margin: '4px 0' },
  },
  name: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  file: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 12px', minHeight: '32px' },
  link: { display: 'inline-flex', alignItems: 'center', gap: '6px', overflowWrap: 'anywhere' },
  code: {
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase200,
    overflowWrap: 'anywhere',
  },
  command: { display: 'flex', alignItems: 'center', gap: '8px', margin: '4px 0' },
  shell: {
    flexGrow: 1,
    minWidth: 0,
    padding: '5px 8px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
  },
});

/** Downloads: the two clients of the brand, and the terminal programs of this product. */
export function Component() {
  const s = useStyles();
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
            why={error.message}
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
        {data?.programs.map((entry) => (
          <Program key={entry.program} entry={entry} />
        ))}
      </section>
      <Terminals />
    </div>
  );
}

function Program({ entry }: { entry: DownloadEntry }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { program, version, date, files } = entry;
  return (
    <article className={s.item} aria-label={t(`download.program.${program}`)}>
      <h3 className={s.name}>{t(`download.program.${program}`)}</h3>
      <p>{t(`download.what.${program}`)}</p>
      <p className={s.quiet}>{t('download.versionOf', { version, date })}</p>
      {files.length === 0 && (
        <>
          <p>{t('download.noFile')}</p>
          <p className={s.quiet}>
            {t('download.noFileWhy')} <code className={s.code}>downloads/{downloadStem(entry)}.…</code>
          </p>
        </>
      )}
      {files.map(({ name, size, sha256 }) => (
        <div key={name}>
          <div className={s.file}>
            <Link href={`/v1/download/${encodeURIComponent(name)}`} download={name} className={s.link}>
              <ArrowDownloadRegular fontSize={16} />
              {name}
            </Link>
            <span className={s.quiet}>{sizeText(size)}</span>
          </div>
          <div className={s.file}>
            <span className={s.quiet}>SHA-256</span>
            <code className={s.code}>{sha256}</code>
            <CopyButton text={sha256} size="small" label={t('download.copySum', { name })} />
          </div>
        </div>
      ))}
    </article>
  );
}

/** Section on terminals: any browser, and headless computers. */
function Terminals() {
  const s = useStyles();
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
      <article className={s.item}>
        <h3 className={s.name}>{t('download.headless')}</h3>
        <p>{t('download.headlessWhat')}</p>
        {headlessCommands(window.location.origin).map((command) => (
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
