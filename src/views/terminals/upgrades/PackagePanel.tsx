import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { UpgradeFile, UpgradeVersions } from '../../../../contract/entities/terminals/upgrade.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { ActionButton } from '../../kit/action/ActionButton.tsx';
import { EmptyState } from '../../kit/layout/EmptyState.tsx';
import { FactList } from '../../kit/layout/FactList.tsx';
import { NameText } from '../../kit/layout/NameText.tsx';
import { SidePanel } from '../../kit/layout/SidePanel.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { StatusText } from '../../kit/status/StatusText.tsx';
import type { BatchAction } from '../../kit/toolbar/SelectionBar.tsx';
import { buildLook } from '../../shared/media/buildLook.ts';
import { sizeText } from '../../shared/media/sizes.ts';
import { terminalScreens } from '../../shared/terminals/kindScreens.ts';
import { kindOfFeature } from '../../shared/upgrades/feature.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minHeight: 0,
    overflowY: 'auto',
    padding: '0 16px 12px',
  },
  buttons: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  sub: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  reason: { margin: 0, color: tokens.colorNeutralForeground2 },
  runs: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(64px, 40%) 48px',
    alignItems: 'center',
    gap: '6px 12px',
  },
  bar: { height: '10px', backgroundColor: tokens.tocsinData3 },
  own: { backgroundColor: tokens.tocsinData1 },
  name: { minWidth: 0, whiteSpace: 'nowrap' },
  number: { textAlign: 'right' },
});

/** Refresh interval of the terminals and their versions, ms. */
const everyMs = 5_000;

/** Side panel of one package: facts, signature, terminals that run it, and versions of the others. */
export function PackagePanel(props: {
  id: number;
  row: UpgradeFile | undefined;
  actionsFor: (rows: readonly UpgradeFile[]) => readonly BatchAction[];
  onTrust: (row: UpgradeFile) => BatchAction;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { data, error } = useQuery({
    queryKey: ['rows', 'upgrade_file', 'one', props.id],
    queryFn: () => api.get<UpgradeFile>(`/v1/upgrade_file/${props.id}`, undefined, { quiet: true }),
    enabled: props.row === undefined,
    retry: false,
  });
  const row = props.row ?? data;
  return (
    <SidePanel
      label={t('upgrade.onePackage')}
      title={row?.name ?? t('upgrade.onePackage')}
      caption={row?.version}
      head={row !== undefined && <StatusChip status={buildLook[row.build_status]} />}
      testId="upgrade-file-panel"
      onClose={props.onClose}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={s.body} tabIndex={0} aria-label={t('common.details')}>
        {row === undefined && error !== null && (
          <EmptyState title={t('upgrade.fileGone')} hint={error.message} />
        )}
        {row !== undefined && (
          <>
            <div className={s.buttons}>
              {props.actionsFor([row]).map((action) => (
                <ActionButton key={action.key} action={action} />
              ))}
            </div>
            {row.build_reason !== '' && <StatusText tone="fault" glyph="warning" text={row.build_reason} />}
            <Facts row={row} />
            <h3 className={s.sub}>{t('upgrade.signature')}</h3>
            <Signature row={row} trust={props.onTrust(row)} />
            <h3 className={s.sub}>{t('upgrade.whoRuns')}</h3>
            <WhoRuns row={row} />
            <ScreenLink
              screen="menu_upgrade_status"
              search={{ upgrade_file: String(row.id) }}
              without="nothing"
            >
              {t('upgrade.toRecords')}
            </ScreenLink>
          </>
        )}
      </section>
    </SidePanel>
  );
}

function Facts({ row }: { row: UpgradeFile }) {
  const { t } = useTranslation();
  const clock = useSiteClock();
  const none = t('common.none');
  return (
    <FactList
      facts={[
        [t('upgrade.feature'), `${t(`codes.upgradeFeature.${row.feature_code}`)} ${row.feature_code}`],
        [t('upgrade.minVersion'), row.min_version ?? t('upgrade.anyVersion')],
        [t('file.size'), sizeText(row.size)],
        [t('file.uploadedAt'), formatTimestamp(row.created_at, none, clock.timeZone())],
        [t('file.originalName'), row.original_name],
        ['SHA-256', row.sha256],
      ]}
    />
  );
}

function Signature({ row, trust }: { row: UpgradeFile; trust: BatchAction }) {
  const s = useStyles();
  const { t } = useTranslation();
  return (
    <>
      {row.signer === null && (
        <>
          <div>
            <StatusText tone="fault" glyph="warning" text={t('upgrade.keyUntrusted')} />
          </div>
          <p className={s.reason}>{t('upgrade.keyUntrustedWhy')}</p>
          <div>
            <ActionButton action={trust} />
          </div>
        </>
      )}
      <FactList
        facts={[
          [t('upgrade.signer'), row.signer ?? t('common.unknown')],
          [t('upgrade.key'), row.signer_key],
        ]}
      />
    </>
  );
}

/**
 * Versions of the terminals of the package's kind, the most frequent first; the package's own version is
 * dark.
 */
function WhoRuns({ row }: { row: UpgradeFile }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { data } = useQuery({
    queryKey: ['upgrade_versions'],
    queryFn: () => api.get<UpgradeVersions>('/v1/upgrade_file/versions'),
    refetchInterval: everyMs,
  });
  const versions = data?.rows.filter((one) => one.feature_code === row.feature_code);
  if (versions === undefined) return null;
  if (versions.length === 0) return <p className={s.reason}>{t('upgrade.nobodyRuns')}</p>;
  const most = Math.max(...versions.map((one) => one.terminals));
  const screen = terminalScreens[kindOfFeature(row.feature_code)];
  return (
    <div className={s.runs} data-testid="who-runs">
      {versions.map(({ version, terminals }) => (
        <Fragment key={version}>
          <ScreenLink screen={screen} search={{ version }} className={s.name}>
            <NameText name={version || t('common.unknown')} />
          </ScreenLink>
          <span
            className={version === row.version ? `${s.bar} ${s.own}` : s.bar}
            style={{ width: `${(terminals / most) * 100}%` }}
          />
          <span className={s.number}>{terminals.toLocaleString('en-US')}</span>
        </Fragment>
      ))}
    </div>
  );
}
