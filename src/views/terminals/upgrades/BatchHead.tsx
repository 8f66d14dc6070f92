import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import {
  ArrowClockwiseRegular,
  ArrowLeftRegular,
  DismissCircleRegular,
  PauseRegular,
  PlayRegular,
} from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Upgrade } from '../../../../contract/entities/terminals/upgrade.ts';
import { formatTimestamp } from '../../../../contract/format.ts';
import { retryableOf } from '../../../machines/upgrade.ts';
import type { StepCounts, WaveCount } from '../../../streams/upgrade.ts';
import { usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FaultGlyph, Glyph } from '../../kit/status/Glyph.tsx';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { batchLook, partsOf } from '../../shared/upgrades/steps.ts';
import { StepKeys, UpgradeWaves } from '../../shared/upgrades/UpgradeWaves.tsx';
import { tokens } from '../../theme/tokens.ts';
import { type UpgradeControl, useUpgradeControl } from './useUpgradeControl.ts';

const useStyles = makeStyles({
  root: {
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    gap: '8px',
    padding: '8px 16px 12px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  line: { display: 'flex', alignItems: 'center', flexWrap: 'wrap', gap: '8px', minHeight: '32px' },
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    fontWeight: tokens.fontWeightSemibold,
  },
  quiet: { color: tokens.colorNeutralForeground3 },
  rest: { flexGrow: 1 },
  reason: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    padding: '6px 12px',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground4,
  },
  fault: { backgroundColor: tokens.tocsinFaultTint, color: tokens.tocsinFaultText },
  waves: { maxHeight: '172px', overflowY: 'auto' },
});

const records = '/menu_upgrade_status';

/** Link back to all records. */
export function BackToRecords() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Button size="small" appearance="subtle" icon={<ArrowLeftRegular />} onClick={() => navigate(records)}>
      {t('menu.menu_upgrade_status')}
    </Button>
  );
}

/** Header of a batch: package, progress, reason of a pause, and actions. */
export function BatchHead(props: { batch: Upgrade; counts: StepCounts; waves: readonly WaveCount[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  const { batch, counts, waves } = props;
  const time = (at: number | null) => formatTimestamp(at, '', clock.timeZone());
  const control = useUpgradeControl(
    batch.id,
    useMemo(() => ({ state: batch.state, counts }), [batch.state, counts]),
  );
  const facts = [
    t(`terminalKind.${batch.device_type}`),
    t('upgrade.beganBy', { who: batch.creator || t('common.unknown'), at: time(batch.created_at) }),
    ...(batch.ended_at === null ? [] : [t('upgrade.overAt', { at: time(batch.ended_at) })]),
  ];
  return (
    <header className={s.root} data-testid="upgrade-batch">
      <div className={s.line}>
        <BackToRecords />
        <h2 className={s.title}>
          {batch.upgrade_pack_name} {batch.version}
        </h2>
        <StatusChip status={batchLook(batch, counts)} />
        <span className={s.quiet}>{facts.join(t('kit.listComma'))}</span>
        <span className={s.rest} />
        <Actions batch={batch} counts={counts} control={control} />
      </div>
      <StateReason batch={batch} counts={counts} control={control} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section className={s.waves} tabIndex={0} aria-label={t('upgrade.waves')}>
        <UpgradeWaves waves={waves} current={batch.wave} isRunning={!control.matches('ended')} />
      </section>
      <StepKeys counts={counts} />
    </header>
  );
}

interface Part {
  batch: Upgrade;
  counts: StepCounts;
  control: UpgradeControl;
}

/** Reason why no upgrade starts at the moment; hidden while the batch proceeds. */
function StateReason({ batch, counts, control }: Part) {
  const s = useStyles();
  const { t } = useTranslation();
  const { failed } = partsOf(counts);
  if (control.matches('cancelling')) return <p className={s.reason}>{t('upgrade.whyCancelling')}</p>;
  if (!control.matches('paused')) return null;
  const byLimit = batch.paused_by === '';
  return (
    <div className={mergeClasses(s.reason, byLimit && s.fault)} role="status" data-testid="upgrade-why">
      {byLimit ? <FaultGlyph /> : <Glyph name="pause" />}
      <span>
        {byLimit
          ? t('upgrade.whyLimit', { failed, limit: batch.failure_limit })
          : t('upgrade.whyPerson', { who: batch.paused_by })}
      </span>
    </div>
  );
}

function Actions({ batch, counts, control }: Part) {
  const { t } = useTranslation();
  const may = usePermission();
  const right = may('operate_upgrade') ? undefined : t('kit.noRight');
  const retryable = retryableOf(counts);
  const notNow = t('upgrade.notNow', { state: t(`codes.upgradeBatchState.${batch.state}`) });
  return (
    <>
      {control.matches('paused') ? (
        <BusyButton
          size="small"
          icon={<PlayRegular />}
          reason={right ?? (control.can('resume') ? undefined : notNow)}
          onPress={() => control.act('resume')}
        >
          {t('common.resume')}
        </BusyButton>
      ) : (
        <BusyButton
          size="small"
          icon={<PauseRegular />}
          always
          reason={right ?? (control.can('pause') ? undefined : notNow)}
          onPress={() => control.act('pause')}
        >
          {t('common.pause')}
        </BusyButton>
      )}
      <BusyButton
        size="small"
        icon={<ArrowClockwiseRegular />}
        reason={
          right ?? (control.can('retry') ? undefined : retryable === 0 ? t('upgrade.nothingToRetry') : notNow)
        }
        onPress={() => control.act('retry')}
      >
        {retryable === 0 ? t('common.retry') : t('upgrade.retryN', { n: retryable })}
      </BusyButton>
      <BusyButton
        size="small"
        icon={<DismissCircleRegular />}
        always
        reason={right ?? (control.can('cancel') ? undefined : notNow)}
        onPress={() => control.act('cancel')}
      >
        {t('upgrade.cancel')}
      </BusyButton>
    </>
  );
}
