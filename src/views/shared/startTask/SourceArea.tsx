import { makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { audioSource } from '../../../../contract/codes.ts';
import { usePermission } from '../../app/AppContext.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { usePanelStyles } from '../targets/panelStyles.ts';
import { MediaSource } from './MediaSource.tsx';
import { PresetTextPicker } from './PresetTextPicker.tsx';
import { RadioPicker } from './RadioPicker.tsx';
import type { StartValues } from './startForm.ts';
import { TextSource } from './TextSource.tsx';
import type { ListedFile } from './useFileNames.ts';

const useStyles = makeStyles({ url: { paddingTop: '12px' } });

/** Input for the chosen source: files, a typed or preset text, a station, a URL. */
export function SourceArea(props: {
  form: UseFormReturn<StartValues, unknown, StartValues>;
  values: StartValues;
  fileOf: (id: number) => ListedFile | undefined;
  onPicked: (files: readonly ListedFile[]) => void;
}) {
  const s = useStyles();
  const p = usePanelStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const { form, values } = props;
  const { errors } = form.formState;
  const [isPreset, setPreset] = useState(values.preset_text !== null);
  const set = <K extends 'files' | 'preset_text' | 'radio'>(name: K, value: StartValues[K]) =>
    form.setValue(name, value as never, { shouldDirty: true, shouldValidate: true });

  switch (values.audio_source) {
    case audioSource.mediaFile:
      return (
        <MediaSource
          files={values.files}
          targets={values}
          onChange={(files) => set('files', files)}
          error={errors.files?.message}
          fileOf={props.fileOf}
          onPicked={props.onPicked}
        />
      );
    case audioSource.radio:
      return (
        <RadioPicker value={values.radio} onPick={(id) => set('radio', id)} error={errors.radio?.message} />
      );
    case audioSource.url:
      return (
        <div className={s.url}>
          <TextField
            control={form.control}
            name="url"
            label={t('radio.url')}
            hint={t('task.urlHint')}
            required
            maxLength={2000}
          />
        </div>
      );
    default:
      return (
        <>
          {may('list_preset_text') && (
            <div className={p.bar}>
              <RadioGroup
                layout="horizontal"
                aria-label={t('task.words')}
                value={isPreset ? 'preset' : 'own'}
                onChange={(_, data) => {
                  setPreset(data.value === 'preset');
                  form.setValue('preset_text', null);
                  form.clearErrors('textContent');
                }}
              >
                <Radio value="own" label={t('task.ownWords')} />
                <Radio value="preset" label={t('task.presetText')} />
              </RadioGroup>
            </div>
          )}
          {isPreset ? (
            <PresetTextPicker
              value={values.preset_text}
              onPick={(id) => {
                set('preset_text', id);
                if (id !== null) form.clearErrors('textContent');
              }}
              error={errors.textContent?.message}
            />
          ) : (
            <TextSource form={form} />
          )}
        </>
      );
  }
}
