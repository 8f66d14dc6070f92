import {
  Button,
  Field,
  makeStyles,
  mergeClasses,
  Radio,
  RadioGroup,
  Slider,
  Switch,
} from '@fluentui/react-components';
import { MicFilled, MicRegular, SendRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BusyPolicy, busyPolicy } from '../../../../contract/codes.ts';
import { WAIT_S } from '../../../../contract/constants.ts';
import type { TalkOrder } from '../../../machines/talkContext.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { narrowScreen, tokens, vh } from '../../theme/tokens.ts';
import { BusyChoice } from '../queue/BusyChoice.tsx';
import { QueueNow } from '../queue/QueueNow.tsx';
import { TargetPicker, type Targets } from '../targets/TargetPicker.tsx';
import { MicrophoneField } from './MicrophoneField.tsx';
import { RecordFirst } from './page/RecordFirst.tsx';
import { usePageRecording } from './page/usePageRecording.ts';
import { TalkHeard } from './TalkHeard.tsx';
import { TalkNumbers } from './TalkNumbers.tsx';
import { TalkWaits } from './TalkWaits.tsx';
import { setChime, wantsChime } from './talkChoices.ts';
import { talkKeyStyles } from './talkKeyStyles.ts';
import { useTalk } from './useTalk.ts';
import { useTalkKey } from './useTalkKey.ts';
import { useTalkPreview } from './useTalkPreview.ts';

const useStyles = makeStyles({
  columns: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 3fr) minmax(260px, 2fr)',
    columnGap: '24px',
    height: `min(${vh(72)}, 680px)`,
    minHeight: '360px',
    [narrowScreen]: {
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridTemplateRows: '280px auto',
      rowGap: '16px',
      height: 'auto',
    },
  },
  side: {
    display: 'flex',
    flexDirection: 'column',
    gap: '12px',
    minWidth: 0,
    overflowY: 'auto',
    '& > *': { flexShrink: 0 },
    // Only the dialog scrolls, so that the key at its foot stays visible.
    [narrowScreen]: { overflowY: 'visible' },
  },
  rest: { flexGrow: 1 },
  now: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '4px', minHeight: '68px' },
  key: {
    height: '80px',
    fontSize: tokens.fontSizeBase500,
    touchAction: 'none',
    userSelect: 'none',
    position: 'sticky',
    bottom: 0,
  },
  hint: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const noTargets: Targets = { orgs: [], devices: [], groups: [] };

/**
 * Dialog for speech to chosen zones, groups and terminals: a real-time task with the microphone as source
 * (source 99). Shows who would hear it, and who does during the talk. `targets` and `mode`: initial choice.
 */
export function TalkDialog(props: {
  onClose: () => void;
  targets?: Partial<Targets>;
  mode?: 'page' | 'emergency';
  /** Talk that was refused, whose options are chosen at first. */
  order?: TalkOrder;
}) {
  const s = useStyles();
  const k = talkKeyStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const talk = useTalk();
  const modes = [
    ...(may('caster_broadcast') ? (['page'] as const) : []),
    ...(may('emergency_broadcast') ? (['emergency'] as const) : []),
  ];
  const [mode, setMode] = useState<'page' | 'emergency'>(
    modes.find((one) => one === props.mode) ?? modes[0] ?? 'page',
  );
  const [chosen, setChosen] = useState<Targets>({ ...noTargets, ...props.targets });
  const [error, setError] = useState<string>();
  const [priority, setPriority] = useState(props.order?.priority ?? 50);
  const [policy, setPolicy] = useState<BusyPolicy>(props.order?.busy_policy ?? busyPolicy.preempt);
  const [waitS, setWaitS] = useState(props.order?.wait_s ?? WAIT_S);
  const [isRecorded, setRecorded] = useState(false);
  const recording = usePageRecording();
  const [chime, setChimeOn] = useState(wantsChime);
  const targets = { orgs: [...chosen.orgs], devices: [...chosen.devices], groups: [...chosen.groups] };
  const isChosen = chosen.orgs.length + chosen.devices.length + chosen.groups.length > 0;
  const preview = useTalkPreview(isChosen && !talk.isLive ? { mode, targets, priority } : null);
  const speak = (held: boolean, recorded?: Float32Array<ArrayBuffer>) => {
    if (!isChosen) {
      setError(t('rules.selectDevice'));
      return;
    }
    const options = { mode, targets, priority, chime, busy_policy: policy, wait_s: waitS };
    talk.start({ ...options, ...(recorded === undefined ? {} : { recorded }) }, held);
  };
  const { handlers } = useTalkKey({
    way: 'direct',
    isLive: talk.isSpeaking,
    latch: talk.latch,
    end: talk.stop,
    confirm: () => undefined,
    begin: speak,
  });
  return (
    <DialogFrame
      title={t('talk.dialogTitle')}
      onClose={props.onClose}
      width={960}
      stays
      actions={<Button onClick={props.onClose}>{t('common.close')}</Button>}
    >
      <div className={s.columns}>
        <TargetPicker
          targets={chosen}
          onChange={(next) => {
            setError(undefined);
            setChosen((now) => ({ ...now, ...next }));
          }}
          error={error}
        />
        <div className={s.side}>
          {modes.length > 1 && (
            <RadioGroup
              aria-label={t('talk.how')}
              value={mode}
              onChange={(_, data) => setMode(data.value === 'emergency' ? 'emergency' : 'page')}
            >
              {modes.map((one) => (
                <Radio key={one} value={one} label={t(`talk.mode.${one}`)} />
              ))}
            </RadioGroup>
          )}
          {mode === 'page' && (
            <Field label={`${t('task.priorityWins')}: ${priority}`}>
              <Slider min={0} max={100} value={priority} onChange={(_, data) => setPriority(data.value)} />
            </Field>
          )}
          <Switch
            checked={chime}
            label={t('talk.chime')}
            onChange={(_, { checked }) => {
              setChime(checked);
              setChimeOn(checked);
            }}
          />
          {mode === 'page' && (
            <BusyChoice
              policy={policy}
              onPolicy={setPolicy}
              waitS={waitS}
              onWait={setWaitS}
              isLive={talk.isLive}
            />
          )}
          <Switch
            checked={isRecorded}
            disabled={talk.isLive}
            label={t('talk.recordFirst')}
            onChange={(_, { checked }) => {
              setRecorded(checked);
              recording.discard();
            }}
          />
          <MicrophoneField isBrief={isRecorded} />
          {isRecorded && <RecordFirst isLive={talk.isLive} recording={recording} />}
          <span className={s.rest} />
          {!talk.isLive && <QueueNow />}
          {talk.isLive ? (
            <div className={s.now}>
              {talk.context.wait === null ? (
                <TalkHeard strip={false} />
              ) : (
                <TalkWaits wait={talk.context.wait} />
              )}
            </div>
          ) : (
            <TalkNumbers state={preview} />
          )}
          {isRecorded && !talk.isLive && (
            <Button
              appearance="primary"
              className={s.key}
              icon={<SendRegular fontSize={28} />}
              disabledFocusable={recording.state.phase !== 'recorded'}
              data-testid="send-page"
              onClick={() => {
                const samples = recording.take();
                if (samples !== undefined) speak(false, samples);
              }}
            >
              {t('talk.send')}
            </Button>
          )}
          {(!isRecorded || talk.isLive) && (
            <Button
              appearance="primary"
              className={mergeClasses(s.key, talk.isOnAir && k.onAir)}
              icon={talk.isOnAir ? <MicFilled fontSize={28} /> : <MicRegular fontSize={28} />}
              aria-pressed={talk.isLive}
              data-testid="talk-key"
              {...handlers}
            >
              {t(talk.isOnAir ? 'talk.onAirEnd' : talk.isLive ? 'talk.stop' : 'talk.speak')}
            </Button>
          )}
          {!isRecorded && <span className={s.hint}>{t('talk.keyHint')}</span>}
        </div>
      </div>
    </DialogFrame>
  );
}
