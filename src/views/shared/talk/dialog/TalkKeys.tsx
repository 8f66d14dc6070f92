import { Button, mergeClasses } from '@fluentui/react-components';
import { MicFilled, MicRegular, SendRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { usePageRecording } from '../page/usePageRecording.ts';
import { talkKeyStyles } from '../talkKeyStyles.ts';
import type { useTalk } from '../useTalk.ts';
import type { useTalkKey } from '../useTalkKey.ts';

/** Key that sends a recorded page. */
export function SendKey(props: {
  className: string;
  recording: ReturnType<typeof usePageRecording>;
  onSend: (samples: Float32Array<ArrayBuffer>) => void;
}) {
  const { t } = useTranslation();
  const { recording } = props;
  return (
    <Button
      appearance="primary"
      className={props.className}
      icon={<SendRegular fontSize={28} />}
      disabledFocusable={recording.state.phase !== 'recorded'}
      data-testid="send-page"
      onClick={() => {
        const samples = recording.take();
        if (samples !== undefined) props.onSend(samples);
      }}
    >
      {t('talk.send')}
    </Button>
  );
}

/** Key that begins and ends a talk. */
export function TalkKey(props: {
  className: string;
  talk: ReturnType<typeof useTalk>;
  handlers: ReturnType<typeof useTalkKey>['handlers'];
}) {
  const k = talkKeyStyles();
  const { t } = useTranslation();
  const { talk } = props;
  return (
    <Button
      appearance="primary"
      className={mergeClasses(props.className, talk.isOnAir && k.onAir)}
      icon={talk.isOnAir ? <MicFilled fontSize={28} /> : <MicRegular fontSize={28} />}
      aria-pressed={talk.isLive}
      data-testid="talk-key"
      {...props.handlers}
    >
      {t(talk.isOnAir ? 'talk.onAirEnd' : talk.isLive ? 'talk.stop' : 'talk.speak')}
    </Button>
  );
}
