import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type PresetText, presetTextEntity } from '../../../../contract/entities/presetText.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { TextSource } from '../../tasks/TextSource.tsx';
import { GroupField } from '../shelf/GroupField.tsx';
import { useMediaGroups } from '../useMediaGroups.ts';

type Values = z.output<typeof presetTextEntity.create>;

/** Writes a preset text, or changes one: name, group, words, voice, speed; it can be heard before it is saved. */
export function PresetTextForm(props: { row: PresetText | null; group: number | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { crud, streams } = useApp();
  const groups = useMediaGroups(streams.presetTextGroup);
  const { row } = props;
  const calls = crud(presetTextEntity);
  return (
    <FormDialog<Values, Values>
      title={t(row === null ? 'presetText.add' : 'presetText.edit')}
      schema={presetTextEntity.create as unknown as z.ZodType<Values, Values>}
      width={720}
      defaults={{
        name: row?.name ?? '',
        textContent: row?.textContent ?? '',
        voiceName: row?.voiceName ?? 'xiaoyan',
        voiceSpeed: row?.voiceSpeed ?? 50,
        group_id: row === null ? props.group : row.group_id,
      }}
      onSubmit={(values) =>
        row === null
          ? calls.create(values, { quiet: true })
          : calls.patch(row.id, { ...values, rev: row.rev } as Values, { quiet: true })
      }
      onClose={props.onClose}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label={t('common.name')} required maxLength={100} />
          <GroupField control={form.control} name="group_id" groups={groups} />
          <TextSource form={form} />
        </>
      )}
    </FormDialog>
  );
}
