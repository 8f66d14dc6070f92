import { Dropdown, Option, Radio, RadioGroup } from '@fluentui/react-components';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { presetTextEntity } from '../../../../contract/entities/sound/presetText.ts';
import { radioEntity } from '../../../../contract/entities/sound/radio.ts';
import type { ScheduledTaskForm } from '../../../../contract/entities/tasks/scheduledTask.ts';
import { capturerEntity } from '../../../../contract/entities/terminals/capturer.ts';
import { EntityField } from '../../kit/form/EntityField.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { ControlFields } from '../../shared/startTask/ControlFields.tsx';
import { MediaSource } from '../../shared/startTask/MediaSource.tsx';
import { TextSource } from '../../shared/startTask/TextSource.tsx';
import type { ListedFile } from '../../shared/startTask/useFileNames.ts';
import { ListError } from '../../shared/targets/ListError.tsx';
import { usePanelStyles } from '../../shared/targets/panelStyles.ts';
import { useFormStyles } from '../../shared/tasks/formStyles.ts';
import { ChannelField } from '../../shared/terminals/ChannelField.tsx';
import { type TaskValues, taskSources } from './taskForm.ts';

export type TaskFormReturn = UseFormReturn<TaskValues, unknown, ScheduledTaskForm>;

/** Fields for the source of a task and the settings of each source. */
export function SourceFields(props: {
  form: TaskFormReturn;
  fileOf: (id: number) => ListedFile | undefined;
  onPicked: (files: readonly ListedFile[]) => void;
}) {
  const p = usePanelStyles();
  const s = useFormStyles();
  const { t } = useTranslation();
  const { control, setValue, formState } = props.form;
  const [source, fileBy, textBy, files, devices, orgs, groups] = useWatch({
    control,
    name: ['audio_source', 'fileBy', 'textBy', 'files', 'devices', 'orgs', 'groups'],
  });
  return (
    <div className={p.column}>
      <div className={p.heading}>
        <h3>{t('task.what')}</h3>
        <span className={p.rest} />
        <Dropdown
          size="small"
          aria-label={t('task.source')}
          value={t(`codes.audioSource.${source}`)}
          selectedOptions={[String(source)]}
          onOptionSelect={(_, data) =>
            setValue('audio_source', Number(data.optionValue) as TaskValues['audio_source'], {
              shouldDirty: true,
            })
          }
        >
          {taskSources.map((one) => (
            <Option key={one} value={String(one)}>
              {t(`codes.audioSource.${one}`)}
            </Option>
          ))}
        </Dropdown>
      </div>
      {source === 0 && (
        <RadioGroup
          layout="horizontal"
          aria-label={t('schedule.fileBy')}
          value={fileBy}
          onChange={(_, data) => setValue('fileBy', data.value as TaskValues['fileBy'])}
        >
          <Radio value="files" label={t('schedule.byFiles')} />
          <Radio value="group" label={t('schedule.byFileGroup')} />
        </RadioGroup>
      )}
      {source === 1 && (
        <RadioGroup
          layout="horizontal"
          aria-label={t('schedule.textBy')}
          value={textBy}
          onChange={(_, data) => setValue('textBy', data.value as TaskValues['textBy'])}
        >
          <Radio value="text" label={t('schedule.byText')} />
          <Radio value="preset" label={t('schedule.byPreset')} />
        </RadioGroup>
      )}
      {source === 0 && fileBy === 'files' && (
        <MediaSource
          files={files}
          targets={{ devices, orgs, groups }}
          onChange={(next) => setValue('files', next, { shouldDirty: true, shouldValidate: true })}
          error={formState.errors.files?.message}
          fileOf={props.fileOf}
          onPicked={props.onPicked}
        />
      )}
      {source === 1 && textBy === 'text' && <TextSource form={props.form} />}
      {!(source === 0 && fileBy === 'files') && !(source === 1 && textBy === 'text') && (
        <div className={`${p.fill} ${s.scroll}`}>
          <OtherSource form={props.form} />
        </div>
      )}
    </div>
  );
}

function OtherSource({ form }: { form: TaskFormReturn }) {
  const s = useFormStyles();
  const { t } = useTranslation();
  const { control, formState, setValue } = form;
  const [source, action, capturer] = useWatch({
    control,
    name: ['audio_source', 'control_action', 'capturer'],
  });
  const choice = (
    name: 'file_group' | 'preset_text' | 'radio' | 'capturer',
    label: string,
    path: string,
    hint?: string,
  ) => (
    <EntityField
      control={control}
      name={name}
      label={label}
      required
      {...(hint ? { hint } : {})}
      path={path}
      placeholder={t('schedule.typeToFind')}
    />
  );
  switch (source) {
    case 0:
      return (
        <>
          {choice('file_group', t('panel.file_group'), 'file_group', t('schedule.fileGroupHint'))}
          <ListError message={formState.errors.files?.message} />
        </>
      );
    case 1:
      return (
        <>
          {choice('preset_text', t('menu.menu_preset_text'), presetTextEntity.path, t('schedule.presetHint'))}
          <ListError message={formState.errors.textContent?.message} />
        </>
      );
    case 2:
      return choice('radio', t('codes.audioSource.2'), radioEntity.path);
    case 3:
      return (
        <>
          {choice('capturer', t('codes.audioSource.3'), capturerEntity.path)}
          <ChannelField control={control} capturer={capturer} onCapturer={(id) => setValue('capturer', id)} />
        </>
      );
    case 5:
      return (
        <TextField
          control={control}
          name="url"
          label={t('codes.audioSource.5')}
          required
          placeholder="https://"
          maxLength={2000}
          hint={t('schedule.urlHint')}
        />
      );
    case 101:
      return (
        <>
          <ControlFields control={control} action="control_action" volume="control_volume" />
          {action === 'self_test' && <div className={s.hint}>{t('schedule.selfTestHint')}</div>}
        </>
      );
    default:
      return <div className={s.hint}>{t('schedule.noneHint')}</div>;
  }
}
