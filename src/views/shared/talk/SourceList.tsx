import { makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { audioSourceList } from '../../../../contract/codes.ts';
import { usePermission } from '../../app/AppContext.tsx';

const useStyles = makeStyles({ root: { flexShrink: 0 } });

/**
 * List of audio sources of a real-time task: playback of a prepared sound, or live speech. The second leads to the
 * dialog for speech (`onMicrophone`), which has its own key and rights.
 */
export function SourceList(props: { onMicrophone: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const maySpeak = usePermission()(['caster_broadcast', 'emergency_broadcast']);
  const { filePlayback, microphone } = audioSourceList;
  return (
    <RadioGroup
      className={s.root}
      layout="horizontal"
      aria-label={t('task.sourceList')}
      value={String(filePlayback)}
      onChange={(_, data) => {
        if (data.value === String(microphone)) props.onMicrophone();
      }}
    >
      {[filePlayback, microphone].map((one) => (
        <Radio
          key={one}
          value={String(one)}
          label={t(`codes.audioSourceList.${one}`)}
          disabled={one === microphone && !maySpeak}
          {...(one === microphone && !maySpeak ? { title: t('kit.noRight') } : {})}
        />
      ))}
    </RadioGroup>
  );
}
