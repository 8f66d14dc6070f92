import { makeStyles, Slider } from '@fluentui/react-components';
import { HeadphonesRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { codeValues, type TtsVoice, ttsVoice } from '../../../../contract/codes.ts';
import type { SpeechValue } from '../../../../contract/entities/sound/upload.ts';
import type { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormField, SelectField, TextAreaField } from '../../kit/form/fields.tsx';
import { PlayerBar } from '../../kit/player/PlayerBar.tsx';
import { usePanelStyles } from '../targets/panelStyles.ts';

/** Longest text (contract/entities/tasks/broadcast.ts), characters. */
const longest = 5000;

const useStyles = makeStyles({
  root: { paddingTop: '12px', overflowY: 'auto' },
  two: { display: 'grid', gridTemplateColumns: '1fr 1fr', columnGap: '16px' },
  hear: { display: 'flex', alignItems: 'center', gap: '8px', minHeight: '40px' },
  slider: { width: '100%' },
});

/** Form fields of a text. */
export interface TextValues {
  textContent: string;
  voiceName: TtsVoice;
  voiceSpeed: number;
}

/** Fields for a text to synthesize: voice, speed, and a local preview. */
export function TextSource<V extends TextValues, O>(props: { form: UseFormReturn<V, unknown, O> }) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  // The form may have more fields; only the shared ones are used.
  const { control, trigger, setError } = props.form as unknown as UseFormReturn<
    TextValues,
    unknown,
    TextValues
  >;
  const [textContent, voiceName, voiceSpeed] = useWatch({
    control,
    name: ['textContent', 'voiceName', 'voiceSpeed'],
  });
  const [heard, setHeard] = useState<{ words: string; value: SpeechValue } | null>(null);
  const words = JSON.stringify([textContent.trim(), voiceName, voiceSpeed]);

  const hear = async () => {
    if (!(await trigger('textContent'))) return;
    try {
      const body = { textContent: textContent.trim(), voiceName, voiceSpeed };
      const value = await api.post<SpeechValue>('/v1/tts/preview', body, { quiet: true });
      setHeard({ words, value });
    } catch (error) {
      setError('textContent', { type: 'server', message: (error as ApiError).message });
    }
  };
  return (
    <div className={`${p.fill} ${s.root}`}>
      <TextAreaField
        control={control}
        name="textContent"
        label={t('task.text')}
        hint={t('task.textLength', { used: textContent.length, longest })}
        required
        rows={9}
      />
      <div className={s.two}>
        <SelectField
          control={control}
          name="voiceName"
          label={t('task.voice')}
          options={codeValues(ttsVoice).map((value) => ({ value, label: t(`codes.ttsVoice.${value}`) }))}
        />
        <FormField control={control} name="voiceSpeed" label={t('task.voiceSpeed', { speed: voiceSpeed })}>
          {(field) => (
            <Slider
              className={s.slider}
              min={0}
              max={100}
              value={field.value as number}
              onChange={(_, data) => field.onChange(data.value)}
              onBlur={field.onBlur}
            />
          )}
        </FormField>
      </div>
      <div className={s.hear}>
        <BusyButton size="small" reads icon={<HeadphonesRegular />} onPress={hear}>
          {t('task.preview')}
        </BusyButton>
        {heard !== null && heard.words !== words && <span>{t('task.previewAgain')}</span>}
      </div>
      {heard !== null && heard.words === words && (
        <PlayerBar
          key={heard.value.url}
          title={t(`codes.ttsVoice.${voiceName}`)}
          load={async () => heard.value.url}
          seconds={heard.value.duration_ms / 1000}
        />
      )}
    </div>
  );
}
