import { Button, Field, Input, makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceGroupEntity } from '../../../contract/entities/group.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { useStaleReason } from '../app/useStaleReason.ts';
import { useGroups } from '../groups/useGroups.ts';
import { BusyButton } from '../kit/BusyButton.tsx';
import { DialogFrame } from '../kit/DialogFrame.tsx';
import { FormError } from '../kit/form/FormError.tsx';
import { useMessages } from '../kit/MessagesContext.tsx';
import { vh } from '../theme/tokens.ts';

const useStyles = makeStyles({
  list: { maxHeight: vh(40), overflowY: 'auto' },
  name: { marginLeft: '32px', marginTop: '4px' },
});

/** No group yet: the one to be made here. */
const fresh = 'new';

/** Puts terminals into a device group, beside its members, or into one made here. */
export function GroupAddDialog(props: { ids: readonly number[]; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const may = usePermission();
  const stale = useStaleReason();
  const messages = useMessages();
  const groups = useGroups() ?? [];
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  const { ids, onClose } = props;
  const calls = crud(deviceGroupEntity);
  const wanted = chosen ?? String(groups[0]?.id ?? fresh);
  const title = t('devices.groupTitle', { count: ids.length });

  const submit = async () => {
    setRefused(null);
    try {
      if (wanted === fresh) {
        const made = await calls.create({ name: name.trim(), device_ids: [...ids] }, { quiet: true });
        messages.add('done', t('devices.groupMade', { name: made.name, count: ids.length }));
      } else {
        const group = await calls.get(Number(wanted), { quiet: true });
        const device_ids = [...new Set([...(group.device_ids ?? []), ...ids])];
        // Whoever changed the group between the two calls is not undone: the server refuses, and one presses again.
        await calls.patch(group.id, { device_ids, rev: group.rev } as never, { quiet: true });
        const added = device_ids.length - (group.device_ids?.length ?? 0);
        messages.add('done', t('devices.groupAdded', { name: group.name, count: added }));
      }
      onClose();
    } catch (error) {
      setRefused((error as Error).message);
    }
  };
  const isNamed = wanted !== fresh || name.trim() !== '';
  return (
    <DialogFrame
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <BusyButton
            appearance="primary"
            operation={`device_group.add.${ids.join()}`}
            reason={stale ?? (isNamed ? undefined : t('devices.groupNameMissing'))}
            onPress={submit}
          >
            {t('common.add')}
          </BusyButton>
        </>
      }
    >
      <RadioGroup
        className={s.list}
        aria-label={title}
        value={wanted}
        onChange={(_, data) => setChosen(data.value)}
      >
        {groups.map((group) => (
          <Radio key={group.id} value={String(group.id)} label={group.name} />
        ))}
        {may('create_device_group') && <Radio value={fresh} label={t('devices.groupNew')} />}
      </RadioGroup>
      {wanted === fresh && may('create_device_group') && (
        <Field className={s.name} label={t('common.name')} required>
          <Input value={name} maxLength={50} onChange={(_, data) => setName(data.value)} />
        </Field>
      )}
      {refused !== null && <FormError title={t('kit.notSaved')} text={refused} />}
    </DialogFrame>
  );
}
