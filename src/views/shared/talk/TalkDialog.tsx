import { Button, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TalkOrder } from '../../../machines/talkContext.ts';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { narrowScreen, tokens, vh } from '../../theme/tokens.ts';
import { QueueNow } from '../queue/QueueNow.tsx';
import { TargetPicker, type Targets } from '../targets/TargetPicker.tsx';
import { SendKey, TalkKey } from './dialog/TalkKeys.tsx';
import { TalkOptions } from './dialog/TalkOptions.tsx';
import { useTalkOptions } from './dialog/useTalkOptions.ts';
import { RecordFirst } from './page/RecordFirst.tsx';
import { usePageRecording } from './page/usePageRecording.ts';
import { TalkHeard } from './TalkHeard.tsx';
import { TalkNumbers } from './TalkNumbers.tsx';
import { TalkWaits } from './TalkWaits.tsx';
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
    gap: '8px',
    minWidth: 0,
    overflowY: 'auto',
    '& > *': { flexShrink: 0 },
    // Only the dialog scrolls, so that the key at its foot stays visible.
    [narrowScreen]: { overflowY: 'visible' },
  },
  rest: { flexGrow: 1 },
  now: { display: 'flex', flexDirection: 'column', alignItems: 'flex-start', gap: '4px', minHeight: '68px' },
  key: {
    height: `min(80px, ${vh(8)})`,
    minHeight: '56px',
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
  const { t } = useTranslation();
  const talk = useTalk();
  const options = useTalkOptions(props.mode, props.order);
  const { mode, priority, policy, waitS, isRecorded } = options;
  const [chosen, setChosen] = useState<Targets>({ ...noTargets, ...props.targets });
  const [error, setError] = useState<string>();
  const recording = usePageRecording();
  const targets = { orgs: [...chosen.orgs], devices: [...chosen.devices], groups: [...chosen.groups] };
  const isChosen = chosen.orgs.length + chosen.devices.length + chosen.groups.length > 0;
  const preview = useTalkPreview(
    isChosen && !talk.isLive ? { mode, targets, priority, busy_policy: policy, wait_s: waitS } : null,
  );
  const speak = (held: boolean, recorded?: Float32Array<ArrayBuffer>) => {
    if (!isChosen) {
      setError(t('rules.selectDevice'));
      return;
    }
    const order = { mode, targets, priority, chime: options.chime, busy_policy: policy, wait_s: waitS };
    talk.start({ ...order, ...(recorded === undefined ? {} : { recorded }) }, held);
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
          <TalkOptions options={options} isLive={talk.isLive} onRecorded={recording.discard} />
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
          {isRecorded && !talk.isLive ? (
            <SendKey className={s.key} recording={recording} onSend={(samples) => speak(false, samples)} />
          ) : (
            <TalkKey className={s.key} talk={talk} handlers={handlers} />
          )}
          {!isRecorded && <span className={s.hint}>{t('talk.keyHint')}</span>}
        </div>
      </div>
    </DialogFrame>
  );
}
