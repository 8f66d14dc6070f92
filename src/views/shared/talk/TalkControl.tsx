import { Button, makeStyles, mergeClasses } from '@fluentui/react-components';
import { MegaphoneLoudRegular, MicFilled, MicRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { Hidden } from '../../kit/layout/Hidden.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { useBarKeyStyles } from '../frame/barKey.ts';
import type { Targets } from '../targets/TargetPicker.tsx';
import { AllCallQuestion } from './AllCallQuestion.tsx';
import { useChosenTargets } from './ChosenTargets.tsx';
import { MoreWays } from './MoreWays.tsx';
import { TalkDialog } from './TalkDialog.tsx';
import { wantsChime } from './talkChoices.ts';
import { talkKeyStyles } from './talkKeyStyles.ts';
import { useTalk } from './useTalk.ts';
import { useTalkKey } from './useTalkKey.ts';

const useStyles = makeStyles({
  root: { display: 'flex', gap: '8px' },
  slot: {
    position: 'relative',
    overflow: 'hidden',
    boxSizing: 'border-box',
    height: '28px',
    minWidth: 0,
    padding: '0 6px',
    whiteSpace: 'nowrap',
  },
  allCall: { width: '116px', touchAction: 'none', userSelect: 'none' },
  held: { touchAction: 'none', userSelect: 'none' },
  inBar: { display: 'flex', flex: '2 1 0', minWidth: 0 },
  speak: { width: '92px' },
  /** Beside the key that it belongs to; the bar has no room for more. */
  more: { width: '24px', minWidth: '24px', padding: 0, marginLeft: '-6px' },
  words: { position: 'relative' },
  time: { fontVariantNumeric: 'tabular-nums', marginLeft: '6px' },
});

/**
 * Talk buttons of the top bar, or of the bar of a phone (`inBar`): the all-call by holding, or by a press with
 * confirmation; and speech to chosen targets.
 */
export function TalkControl(props: { inBar?: boolean }) {
  const s = useStyles();
  const k = useBarKeyStyles();
  const inBar = props.inBar === true;
  const { t } = useTranslation();
  const may = usePermission();
  const chosen = useChosenTargets();
  const [targets, setTargets] = useState<Partial<Targets> | null>(null);
  const mayPage = may(['caster_broadcast', 'emergency_broadcast']);
  return (
    <div className={inBar ? s.inBar : s.root} data-testid="talk-control">
      {may('all_call_broadcast') && <AllCallKey inBar={inBar} />}
      {mayPage && (
        <Button
          size="small"
          className={inBar ? k.key : mergeClasses(s.slot, s.speak)}
          icon={<MicRegular />}
          title={t('talk.speakHint')}
          aria-label={t('talk.speak')}
          onClick={() => setTargets(chosen() ?? {})}
        >
          <span className={s.words}>{t('talk.speak')}</span>
        </Button>
      )}
      {!inBar && <MoreWays className={mergeClasses(s.slot, s.more)} chosen={chosen} />}
      {targets !== null && <TalkDialog targets={targets} onClose={() => setTargets(null)} />}
    </div>
  );
}

function AllCallKey({ inBar }: { inBar: boolean }) {
  const s = useStyles();
  const bar = useBarKeyStyles();
  const k = talkKeyStyles();
  const { t } = useTranslation();
  const talk = useTalk();
  const [isConfirming, setConfirming] = useState(false);
  const { handlers, isArming } = useTalkKey({
    way: 'guarded',
    isLive: talk.isSpeaking,
    begin: (held) => talk.start({ mode: 'all_call', targets: { all: true }, chime: wantsChime() }, held),
    latch: talk.latch,
    end: talk.stop,
    confirm: () => setConfirming(true),
  });
  const { isOnAir } = talk;
  return (
    <>
      <Button
        size="small"
        className={mergeClasses(inBar ? bar.key : s.slot, inBar ? s.held : s.allCall, isOnAir && k.onAir)}
        icon={isOnAir ? <MicFilled /> : <MegaphoneLoudRegular />}
        aria-pressed={talk.isLive && talk.context.order?.mode === 'all_call'}
        // On the air the visible text is the accessible name.
        {...(isOnAir ? {} : { 'aria-label': t('talk.mode.all_call') })}
        title={t(talk.isLive ? 'talk.endHint' : 'talk.allCallHint')}
        data-testid="all-call"
        {...handlers}
      >
        {isArming && <span className={k.fill} aria-hidden="true" />}
        <span className={s.words}>
          {isOnAir ? <OnAirTime className={inBar ? '' : s.time} isBrief={inBar} /> : t('talk.mode.all_call')}
        </span>
        {isOnAir && <Hidden>{t('talk.mode.all_call')}</Hidden>}
      </Button>
      {isConfirming && <AllCallQuestion onClose={() => setConfirming(false)} />}
    </>
  );
}

/** Time on the air. */
function OnAirTime(props: { className: string; isBrief: boolean }) {
  const { t } = useTranslation();
  const { now } = useApp();
  const { context } = useTalk();
  useSecond();
  return (
    <span>
      {!props.isBrief && t('talk.onAirShort')}
      <span className={props.className}>{durationText(t, Math.max(0, now() - context.since))}</span>
    </span>
  );
}
