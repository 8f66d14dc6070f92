import { makeStyles } from '@fluentui/react-components';
import { PlugConnectedCheckmarkRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { type Radio, type RadioTestResult, radioEntity } from '../../../../contract/entities/sound/radio.ts';
import type { ApiError } from '../../../api/error.ts';
import { useApp } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { useFieldWords } from '../../kit/form/useFieldWords.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { OwnerField } from '../../shared/media/OwnerField.tsx';
import { useMediaGroups } from '../../shared/media/useMediaGroups.ts';
import { useOwner } from '../../shared/media/useOwner.ts';
import { GroupField } from '../library/GroupField.tsx';

type Values = z.output<typeof radioEntity.create>;

const useStyles = makeStyles({
  test: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '40px' },
  facts: { minWidth: 0, overflowWrap: 'anywhere' },
});

/** Tests the address in the form before it is saved. */
function TestRow({ form }: { form: UseFormReturn<Values, unknown, Values> }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const url = useWatch({ control: form.control, name: 'radio_url' });
  const [done, setDone] = useState<{ url: string; result: RadioTestResult } | null>(null);
  const test = async () => {
    if (!(await form.trigger('radio_url'))) return;
    try {
      const body = { radio_url: url.trim() };
      const result = await api.post<RadioTestResult>('/v1/radio/test', body, { quiet: true });
      setDone({ url, result });
    } catch (error) {
      form.setError('radio_url', { type: 'server', message: (error as ApiError).message });
    }
  };
  const result = done?.url === url ? done.result : null;
  const bitrate = result?.bitrate ?? null;
  const facts = [
    result?.codec,
    bitrate === null ? '' : t('radio.kbits', { bitrate }),
    result?.station,
    result?.title,
  ];
  return (
    <div className={s.test}>
      <BusyButton size="small" reads icon={<PlugConnectedCheckmarkRegular />} onPress={test}>
        {t('radio.testNow')}
      </BusyButton>
      {result !== null && (
        <>
          <StatusChip status={result.ok ? 'radio_works' : 'radio_fails'} />
          <span className={s.facts} role="status">
            {result.ok ? facts.filter(Boolean).join(' · ') : result.message}
          </span>
        </>
      )}
    </div>
  );
}

/** Form that creates or changes a radio station; the address can be tested before saving. */
export function RadioForm(props: { row: Radio | null; group: number | null; onClose: () => void }) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const groups = useMediaGroups(streams.radioGroup);
  const { row } = props;
  const owner = useOwner();
  const words = useFieldWords();
  const fields = [
    words.plain('name', t('common.name')),
    words.plain('radio_url', t('radio.url')),
    words.namedAll('group_ids', t('file.group'), 'radio_group'),
    words.named('org', t('media.owner'), 'partition'),
  ];
  const dialog = useEntityForm<Values>({ path: radioEntity.path, row, fields });
  return (
    <FormDialog<Values, Values>
      {...dialog}
      title={t(row === null ? 'radio.add' : 'radio.edit')}
      schema={radioEntity.create as unknown as z.ZodType<Values, Values>}
      width={640}
      defaults={{
        name: row?.name ?? '',
        radio_url: row?.radio_url ?? '',
        group_ids: row === null ? (props.group === null ? [] : [props.group]) : [...row.group_ids],
        org: row === null ? owner.first : row.org,
      }}
      onClose={props.onClose}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label={t('common.name')} required maxLength={100} />
          <TextField
            control={form.control}
            name="radio_url"
            label={t('radio.url')}
            hint={t('radio.urlHint')}
            required
            maxLength={2000}
          />
          <TestRow form={form} />
          <GroupField control={form.control} name="group_ids" groups={groups} />
          <OwnerField control={form.control} name="org" />
        </>
      )}
    </FormDialog>
  );
}
