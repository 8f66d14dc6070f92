import { Combobox, makeStyles, Option } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import {
  type VirtualCaster,
  virtualCasterEntity,
} from '../../../../contract/entities/terminals/virtualCaster.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { moveItem } from '../../kit/order/moveItem.ts';
import { OrderList } from '../../kit/order/OrderList.tsx';
import { useCandidates } from '../../shared/groups/useCandidates.ts';

const useStyles = makeStyles({
  wide: { width: '100%', minWidth: 0 },
  list: { marginTop: '8px', maxHeight: '240px', overflowY: 'auto' },
});

const schema = virtualCasterEntity.create;
type Input = z.input<typeof schema>;
type Output = z.output<typeof schema>;

/** Dialog for name, number, ringing mode and ordered members of a virtual caster. `row` null: a new one. */
export function VirtualCasterDialog({ row, onClose }: { row: VirtualCaster | null; onClose: () => void }) {
  const { t } = useTranslation();
  const members = useCandidates('caster') ?? [];
  const memberName = (id: unknown) => members.find((one) => one.id === id)?.name ?? String(id);
  const dialog = useEntityForm<Output>({
    path: virtualCasterEntity.path,
    row,
    fields: [
      { name: 'name', label: t('common.name'), text: String },
      { name: 'call_number', label: t('devices.callNumber'), text: String },
      { name: 'ring', label: t('caster.ring'), text: (value) => t(`caster.ringing.${String(value)}`) },
      {
        name: 'casters',
        label: t('caster.members'),
        text: (value) => (value as number[]).map(memberName).join(t('kit.listComma')),
      },
    ],
  });
  return (
    <FormDialog<Input, Output>
      {...dialog}
      title={row === null ? t('caster.createVirtual') : t('devices.editTitle', { name: row.name })}
      schema={schema as never}
      defaults={row ?? { name: '', call_number: '', ring: 'all', casters: [] }}
      onClose={onClose}
      width={560}
    >
      {(form) => (
        <>
          <TextField control={form.control} name="name" label={t('common.name')} required maxLength={50} />
          <TextField
            control={form.control}
            name="call_number"
            label={t('devices.callNumber')}
            hint={t('caster.virtualNumberHint')}
            required
            maxLength={12}
          />
          <SelectField
            control={form.control}
            name="ring"
            label={t('caster.ring')}
            options={(['all', 'order'] as const).map((value) => ({
              value,
              label: t(`caster.ringing.${value}`),
            }))}
          />
          <FormField control={form.control} name="casters" label={t('caster.members')} required>
            {({ value, onChange }) => <Members value={(value ?? []) as number[]} onChange={onChange} />}
          </FormField>
        </>
      )}
    </FormDialog>
  );
}

/** Ordered casters: added by name, moved and removed in the list. */
function Members(props: { value: readonly number[]; onChange: (ids: number[]) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const candidates = useCandidates('caster') ?? [];
  const [typed, setTyped] = useState('');
  const { value, onChange } = props;
  const byId = new Map(candidates.map((one) => [one.id, one]));
  const words = typed.trim().toLocaleLowerCase();
  const left = candidates.filter((one) => !value.includes(one.id) && one.text.includes(words));
  return (
    <div>
      <Combobox
        className={s.wide}
        aria-label={t('caster.addMember')}
        placeholder={t('caster.addMember')}
        value={typed}
        selectedOptions={[]}
        onChange={({ target }) => setTyped(target.value)}
        onOptionSelect={(_, { optionValue }) => {
          if (optionValue !== undefined) onChange([...value, Number(optionValue)]);
          setTyped('');
        }}
      >
        {left.slice(0, 50).map((one) => (
          <Option key={one.id} value={String(one.id)} text={one.name}>
            {`${one.name} (${one.code})`}
          </Option>
        ))}
      </Combobox>
      {value.length > 0 && (
        <div className={s.list}>
          <OrderList
            label={t('caster.members')}
            items={value.map((id) => ({
              key: id,
              name: byId.get(id)?.name ?? String(id),
              detail: byId.get(id)?.code ?? '',
            }))}
            onMove={(from, to) => onChange(moveItem(value, from, to))}
            onRemove={(index) => onChange(value.filter((_, i) => i !== index))}
          />
        </div>
      )}
    </div>
  );
}
