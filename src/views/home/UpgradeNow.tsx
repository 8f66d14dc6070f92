import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { UpgradeProgress } from '../../streams/upgrade.ts';
import { useApp } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { useObservable } from '../app/useObservable.ts';
import { LoadingRows } from '../kit/layout/LoadingRows.tsx';
import { StatusChip } from '../kit/status/StatusChip.tsx';
import { batchLook } from '../shared/upgrades/steps.ts';
import { StepKeys, UpgradeWaves } from '../shared/upgrades/UpgradeWaves.tsx';
import { tokens } from '../theme/tokens.ts';
import { Section } from './Section.tsx';

const useStyles = makeStyles({
  none: { padding: '16px 0', color: tokens.colorNeutralForeground3 },
  head: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '28px', flexWrap: 'wrap' },
  more: { padding: '4px 0', fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
});

const records = 'menu_upgrade_status';

/** The current or last upgrade: its waves and failures. */
export function UpgradeNow() {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const upgrades = useObservable<UpgradeProgress[] | null>(streams.upgrades$, null);
  const one = upgrades?.[0];
  const others = upgrades?.slice(1).filter(({ batch }) => batch.state !== 'ended').length ?? 0;
  return (
    <Section
      title={t('home.upgrade')}
      keys={
        one !== undefined && (
          <span>
            {t('home.upgradeTo', {
              name: `${one.batch.upgrade_pack_name} ${one.batch.version}`,
              kind: t(`codes.upgradeFeature.${one.batch.feature_code}`),
              count: one.total,
            })}
          </span>
        )
      }
      end={
        <ScreenLink screen={records} without="nothing">
          {t(`menu.${records}`)}
        </ScreenLink>
      }
    >
      {upgrades === null && <LoadingRows rows={3} />}
      {upgrades !== null && one === undefined && <div className={s.none}>{t('home.noUpgrade')}</div>}
      {one !== undefined && (
        <div data-testid="home-upgrade">
          <div className={s.head}>
            <ScreenLink screen={records} search={{ id: String(one.batch.upgrade) }}>
              <StatusChip status={batchLook(one.batch, one.counts)} />
            </ScreenLink>
            <StepKeys counts={one.counts} />
          </div>
          <UpgradeWaves waves={one.waves} current={one.batch.wave} isRunning={one.batch.state !== 'ended'} />
          {others > 0 && <div className={s.more}>{t('home.moreUpgrades', { count: others })}</div>}
        </div>
      )}
    </Section>
  );
}
