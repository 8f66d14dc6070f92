import { Button, Link, makeStyles, mergeClasses } from '@fluentui/react-components';
import { DismissRegular, MicRegular, StopFilled } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '../../../contract/format.ts';
import { useApp } from '../app/AppContext.tsx';
import { LevelMeter } from '../kit/LevelMeter.tsx';
import { useSecond } from '../kit/useTick.ts';
import { secureAddress } from '../shell/OriginNotice.tsx';
import { tokens } from '../theme/tokens.ts';
import { useTalk } from './useTalk.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '16px',
    minHeight: '44px',
    flexShrink: 0,
    padding: '0 16px',
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
  },
  failed: {
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground4,
    borderBottom: `1px solid ${tokens.colorNeutralStroke1}`,
  },
  what: { display: 'flex', alignItems: 'center', gap: '8px', fontWeight: tokens.fontWeightSemibold },
  meter: {
    width: '220px',
    padding: '4px 8px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  time: { fontVariantNumeric: 'tabular-nums' },
  rest: { flexGrow: 1 },
});

/** Where this browser speaks: stands over every screen while it does, and says why it could not. */
export function TalkBar() {
  const talk = useTalk();
  if (talk.phase === 'idle') return null;
  return talk.phase === 'failed' ? <Failed /> : <Live />;
}

function Live() {
  const s = useStyles();
  const { t } = useTranslation();
  const { now } = useApp();
  const { phase, context, stop } = useTalk();
  useSecond();
  const { counts, level } = context;
  const mode = context.order?.mode ?? 'page';
  return (
    <div className={s.root} role="status" data-testid="talk-bar" data-phase={phase}>
      <span className={s.what}>
        <MicRegular fontSize={20} />
        {t(`talk.mode.${mode}`)}
      </span>
      <span>{t(`talk.phase.${phase}`)}</span>
      <span className={s.meter}>
        <LevelMeter level={level?.level ?? null} peak={level?.peak ?? null} silent={false} key="talk" />
      </span>
      {counts.targets > 0 && (
        <span data-testid="talk-heard">
          {t('talk.heardAt', { sounding: counts.sounding, targets: counts.targets })}
        </span>
      )}
      {counts.offline > 0 && <span>{t('talk.offline', { offline: counts.offline })}</span>}
      <span className={s.rest} />
      {phase === 'speaking' && (
        <span className={s.time}>{formatDuration(Math.floor((now() - context.since) / 1000))}</span>
      )}
      <Button appearance="primary" icon={<StopFilled />} onClick={stop} disabled={phase === 'ending'}>
        {t('talk.stop')}
      </Button>
    </div>
  );
}

function Failed() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { context, dismiss } = useTalk();
  const [port, setPort] = useState<number | null>(null);
  const isInsecure = context.trouble === 'insecure';
  useEffect(() => {
    if (!isInsecure) return;
    void api
      .get<{ https_port: number | null }>('/v1/origin', undefined, { quiet: true })
      .then((origin) => setPort(origin.https_port))
      .catch(() => undefined);
  }, [api, isInsecure]);
  return (
    <div className={mergeClasses(s.root, s.failed)} role="alert" data-testid="talk-bar" data-phase="failed">
      <MicRegular fontSize={20} />
      <span>{context.trouble === null ? context.message : t(`talk.trouble.${context.trouble}`)}</span>
      {isInsecure && port !== null && (
        <Link href={secureAddress(window.location, port)}>{t('shell.openSecure')}</Link>
      )}
      <span className={s.rest} />
      <Button
        appearance="transparent"
        icon={<DismissRegular />}
        aria-label={t('common.close')}
        title={t('common.close')}
        onClick={dismiss}
      />
    </div>
  );
}
