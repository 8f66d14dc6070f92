import { Dropdown, Option, Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { LinkageTaskForm } from '../../../../contract/entities/tasks/linkageTask.ts';
import { fileAddress } from '../../../api/files.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { PlayerBar } from '../../kit/player/PlayerBar.tsx';
import { ControlFields } from '../../shared/startTask/ControlFields.tsx';
import { MediaSource } from '../../shared/startTask/MediaSource.tsx';
import { PresetTextPicker } from '../../shared/startTask/PresetTextPicker.tsx';
import { TextSource } from '../../shared/startTask/TextSource.tsx';
import { type ListedFile, useFileNames } from '../../shared/startTask/useFileNames.ts';
import { usePanelStyles } from '../../shared/targets/panelStyles.ts';
import { type LinkageValues, linkageSources } from './linkageForm.ts';

export type LinkageFormReturn = UseFormReturn<LinkageValues, unknown, LinkageTaskForm>;

/** Fields for the source of a linkage task: files in order, a text, silence, or actions of terminals. */
export function LinkageSource({ form }: { form: LinkageFormReturn }) {
  const p = usePanelStyles();
  const { t } = useTranslation();
  const { control, setValue } = form;
  const source = useWatch({ control, name: 'audio_source' });
  const label = (one: number) => (one === 100 ? t('linkage.silence') : t(`codes.audioSource.${one}`));
  return (
    <div className={p.column}>
      <div className={p.heading}>
        <h3>{t('task.what')}</h3>
        <span className={p.rest} />
        <Dropdown
          size="small"
          aria-label={t('task.source')}
          value={label(source)}
          selectedOptions={[String(source)]}
          onOptionSelect={(_, data) => {
            form.clearErrors(['files', 'textContent', 'control_action']);
            setValue('audio_source', Number(data.optionValue) as LinkageValues['audio_source'], {
              shouldDirty: true,
            });
          }}
        >
          {linkageSources.map((one) => (
            <Option key={one} value={String(one)}>
              {label(one)}
            </Option>
          ))}
        </Dropdown>
      </div>
      {source === 0 && <Files form={form} />}
      {source === 1 && <Words form={form} />}
      {source === 100 && <div className={p.hint}>{t('linkage.silenceHint')}</div>}
      {source === 101 && <Control form={form} />}
    </div>
  );
}

function Files({ form }: { form: LinkageFormReturn }) {
  const { api } = useApp();
  const [files, devices, orgs, groups] = useWatch({
    control: form.control,
    name: ['files', 'devices', 'orgs', 'groups'],
  });
  const { fileOf, learn } = useFileNames(files);
  const [heard, setHeard] = useState<ListedFile>();
  return (
    <>
      <MediaSource
        files={files}
        targets={{ devices, orgs, groups }}
        onChange={(next) => form.setValue('files', next, { shouldDirty: true, shouldValidate: true })}
        error={form.formState.errors.files?.message}
        fileOf={fileOf}
        onPicked={learn}
        onListen={setHeard}
      />
      {heard !== undefined && (
        <PlayerBar
          key={heard.id}
          title={heard.name}
          seconds={(heard.duration_ms ?? 0) / 1000}
          load={() => fileAddress(api, heard.id, 'listen', { quiet: true })}
          onClose={() => setHeard(undefined)}
        />
      )}
    </>
  );
}

function Words({ form }: { form: LinkageFormReturn }) {
  const p = usePanelStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const [by, preset] = useWatch({ control: form.control, name: ['textBy', 'preset_text'] });
  return (
    <>
      {may('list_preset_text') && (
        <div className={p.bar}>
          <RadioGroup
            layout="horizontal"
            aria-label={t('task.words')}
            value={by}
            onChange={(_, data) => {
              form.setValue('textBy', data.value as LinkageValues['textBy'], { shouldDirty: true });
              form.clearErrors('textContent');
            }}
          >
            <Radio value="text" label={t('task.ownWords')} />
            <Radio value="preset" label={t('task.presetText')} />
          </RadioGroup>
        </div>
      )}
      {by === 'text' ? (
        <TextSource form={form} />
      ) : (
        <PresetTextPicker
          value={preset}
          onPick={(id) => {
            form.setValue('preset_text', id, { shouldDirty: true });
            if (id !== null) form.clearErrors('textContent');
          }}
          error={form.formState.errors.textContent?.message}
        />
      )}
    </>
  );
}

function Control({ form }: { form: LinkageFormReturn }) {
  const p = usePanelStyles();
  const { t } = useTranslation();
  return (
    <div>
      <div className={p.hint}>{t('linkage.controlHint')}</div>
      <ControlFields control={form.control} action="control_action" volume="control_volume" />
    </div>
  );
}
