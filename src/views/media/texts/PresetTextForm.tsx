import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type PresetText, presetTextEntity } from '../../../../contract/entities/sound/presetText.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';
import { OwnerField } from '../../shared/media/OwnerField.tsx';
import { useMediaGroups } from '../../shared/media/useMediaGroups.ts';
import { useOwner } from '../../shared/media/useOwner.ts';
import { TextSource } from '../../shared/startTask/TextSource.tsx';
import { GroupField } from '../library/GroupField.tsx';

type Values = z.output<typeof presetTextEntity.create>;

/**
 * Form that creates or changes a preset text: name, group, text, voice, speed; it can be played before
 * saving.
 */
export function PresetTextForm(props: { row: PresetText | null; group: number | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const groups = useMediaGroups(streams.presetTextGroup);
  const { row } = props;
  const owner = useOwner();
  const words = useFieldWords();
  const fields = [
    words.plain('name', t('common.name')),
    words.namedAll('group_ids', t('file.group'), 'preset_text_group'),
    words.plain('textContent', t('task.text')),
    words.plain('voiceName', t('task.voice')),
    words.plain('voiceSpeed', t('presetText.speed')),
    words.named('org', t('media.owner'), 'partition'),
  ];
  const dialog = useEntityForm<Values>({ path: presetTextEntity.path, row, fields });
  return (
    <FormDialog<Values, Values>
      {...dialog}
      title={t(row === null ? 'presetText.add' : 'presetText.edit')}
      schema={presetTextEntity.create as unknown as z.ZodType<Values, Values>}
      width={720}
      defaults={{
        name: row?.name ?? '',
        textContent: row?.textContent ?? '',
        voiceName: row?.voiceName ?? 'xiaoyan',
        voiceSpeed: row?.voiceSpeed ?? 50,
        group_ids: row === null ? (props.group === null ? [] : [props.group]) : [...row.group_ids],
        org: row === null ? owner.first : row.org,
      }}
      onClose={props.onClose}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label={t('common.name')} required maxLength={100} />
          <GroupField control={form.control} name="group_ids" groups={groups} />
          <OwnerField control={form.control} name="org" />
          <TextSource form={form} />
        </>
      )}
    </FormDialog>
  );
}
