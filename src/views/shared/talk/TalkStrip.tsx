import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { MicFilled, MicRegular, StopFilled } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TalkOrder } from '../../../machines/talkContext.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useShortcut } from '../../kit/action/useShortcut.ts';
import { Hidden } from '../../kit/layout/Hidden.tsx';
import { Announced } from '../../kit/messages/Announced.tsx';
import { FaultGlyph } from '../../kit/status/Glyph.tsx';
import { LevelMeter } from '../../kit/status/LevelMeter.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { tokens } from '../../theme/tokens.ts';
import { AllCallQuestion } from './AllCallQuestion.tsx';
import { TalkDialog } from './TalkDialog.tsx';
import { TalkFailed } from './TalkFailed.tsx';
import { TalkHeard } from './TalkHeard.tsx';
import { TalkWaits } from './TalkWaits.tsx';
import { useTalk } from './useTalk.ts';

/**
 * z-index above dialogs and their backdrops: an open microphone is always visible and can always be closed.
 */
export const ABOVE_ALL = 1_000_010;

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    height: '100%',
    minHeight: '36px',
    padding: '0 10px 0 12px',
    boxSizing: 'border-box',
    containerType: 'inline-size',
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.tocsinAlarmOnSolid,
    backgroundColor: tokens.tocsinAlarmSolid,
    outline: `1px solid ${tokens.tocsinAlarmOnSolid}`,
    outlineOffset: '-1px',
    boxShadow: tokens.shadow16,
    '& > *': { flexShrink: 0 },
  },
  /** Style without a talk on the air. */
  quiet: {
    color: tokens.colorNeutralForegroundInverted,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    outline: 'none',
  },
  onAir: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    height: '24px',
    padding: '0 8px',
    borderRadius: tokens.borderRadiusMedium,
    fontWeight: tokens.fontWeightSemibold,
    whiteSpace: 'nowrap',
    color: tokens.tocsinAlarmSolid,
    backgroundColor: tokens.tocsinAlarmOnSolid,
    border: '1px solid transparent',
  },
  what: { display: 'flex', alignItems: 'center', gap: '8px', whiteSpace: 'nowrap' },
  mode: { whiteSpace: 'nowrap', '@container (max-width: 620px)': { display: 'none' } },
  meter: {
    width: '150px',
    padding: '2px 6px',
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    '@container (max-width: 760px)': { display: 'none' },
  },
  time: { fontWeight: tokens.fontWeightSemibold, fontVariantNumeric: 'tabular-nums' },
  heard: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    flexShrink: '1 !important' as '1',
    minWidth: 0,
  },
  rest: { flexGrow: 1 },
  end: { minWidth: 'auto', whiteSpace: 'nowrap' },
  hint: { whiteSpace: 'nowrap', '@container (max-width: 840px)': { display: 'none' } },
});

/** Strip above every screen during a talk of this browser, and after it failed, with the reason. */
export function TalkStrip() {
  const talk = useTalk();
  // Kept here: the dialog stays while the strip changes from the reason to the new talk.
  const [again, setAgain] = useState<TalkOrder | null>(null);
  return (
    <>
      {talk.phase === 'failed' && <TalkFailed onAgain={setAgain} />}
      {talk.phase !== 'failed' && talk.phase !== 'idle' && <Live />}
      {again !== null && <TalkAgain order={again} onClose={() => setAgain(null)} />}
    </>
  );
}

/** The question or dialog of a talk that could not be sent, with the terminals that it would reach now. */
function TalkAgain({ order, onClose }: { order: TalkOrder; onClose: () => void }) {
  if (order.mode === 'all_call') return <AllCallQuestion onClose={onClose} />;
  return <TalkDialog targets={order.targets} mode={order.mode} order={order} onClose={onClose} />;
}

function Live() {
  const s = useStyles();
  const { t } = useTranslation();
  const { now } = useApp();
  const { phase, context, stop, isOnAir } = useTalk();
  useSecond();
  // Wherever the focus is, also in a dialog, which keeps it from the button.
  useShortcut('F9', phase !== 'ending', stop);
  const { level, held, microphone } = context;
  const mode = t(`talk.mode.${context.order?.mode ?? 'page'}`);
  return (
    <section
      className={mergeClasses(s.root, !isOnAir && s.quiet)}
      aria-label={t('talk.strip')}
      data-testid="talk-bar"
      data-phase={phase}
    >
      {/* A counting figure would be read out every second. */}
      <Announced urgency="polite">{`${isOnAir ? t('talk.onAir') : t(`talk.phase.${phase}`)} ${mode}`}</Announced>
      {isOnAir ? (
        <span className={s.onAir} data-testid="talk-on-air">
          <MicFilled fontSize={16} />
          {t('talk.onAir')}
        </span>
      ) : (
        <span className={s.what}>
          <MicRegular fontSize={20} />
          {t(`talk.phase.${phase}`)}
        </span>
      )}
      {isOnAir && (
        <span className={s.time} data-testid="talk-time">
          {durationText(t, Math.max(0, now() - context.since))}
        </span>
      )}
      <span className={s.mode}>{phase === 'chiming' ? t('talk.phase.chiming') : mode}</span>
      <span className={s.heard}>
        {context.wait === null ? <TalkHeard strip /> : <TalkWaits wait={context.wait} />}
      </span>
      {microphone !== null && !microphone.isChosen && (
        <span
          title={t('talk.otherMicrophone', { name: microphone.label })}
          data-testid="talk-other-microphone"
        >
          <FaultGlyph size={16} />
          <Hidden>{t('talk.otherMicrophone', { name: microphone.label })}</Hidden>
        </span>
      )}
      <span className={s.rest} />
      <span className={s.meter}>
        <LevelMeter level={level?.level ?? null} peak={level?.peak ?? null} silent={false} key="talk" />
      </span>
      {isOnAir && <span className={s.hint}>{t(held ? 'talk.letGo' : 'talk.latched')}</span>}
      <Button
        size="small"
        className={s.end}
        icon={<StopFilled />}
        onClick={stop}
        disabled={phase === 'ending'}
        title="F9"
        aria-keyshortcuts="F9"
        data-testid="talk-end"
      >
        {t('talk.stop')}
      </Button>
    </section>
  );
}
