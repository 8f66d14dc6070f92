import { Field, makeStyles, Radio, RadioGroup, Slider, Switch } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { BusyChoice } from '../../queue/BusyChoice.tsx';
import { MicrophoneField } from '../MicrophoneField.tsx';
import type { TalkChoices } from './useTalkOptions.ts';

const useStyles = makeStyles({
  // Side by side where both fit, so that the key at the foot needs no scrolling.
  switches: { display: 'flex', flexWrap: 'wrap', columnGap: '8px', '& label': { whiteSpace: 'nowrap' } },
});

/** Fields for the options of a talk. */
export function TalkOptions(props: {
  options: TalkChoices;
  isLive: boolean;
  /** Called when it is chosen whether the page is recorded first. */
  onRecorded: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const { options, isLive } = props;
  const { modes, mode, priority, policy, waitS, chime, isRecorded } = options;
  return (
    <>
      {modes.length > 1 && (
        <RadioGroup
          layout="horizontal"
          aria-label={t('talk.how')}
          value={mode}
          onChange={(_, data) => options.setMode(data.value === 'emergency' ? 'emergency' : 'page')}
        >
          {modes.map((one) => (
            <Radio key={one} value={one} label={t(`talk.mode.${one}`)} />
          ))}
        </RadioGroup>
      )}
      {mode === 'page' && (
        <Field label={`${t('task.priorityWins')}: ${priority}`}>
          <Slider
            min={0}
            max={100}
            value={priority}
            onChange={(_, data) => options.setPriority(data.value)}
          />
        </Field>
      )}
      {mode === 'page' && (
        <BusyChoice
          policy={policy}
          onPolicy={options.setPolicy}
          waitS={waitS}
          onWait={options.setWaitS}
          isLive={isLive}
        />
      )}
      <div className={s.switches}>
        <Switch
          checked={chime}
          label={t('talk.chime')}
          onChange={(_, { checked }) => options.setChime(checked)}
        />
        <Switch
          checked={isRecorded}
          disabled={isLive}
          label={t('talk.recordFirst')}
          onChange={(_, { checked }) => {
            options.setRecorded(checked);
            props.onRecorded();
          }}
        />
      </div>
      <MicrophoneField isBrief={isRecorded} />
    </>
  );
}
