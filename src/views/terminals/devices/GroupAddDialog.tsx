import { Button, Field, Input, makeStyles, Radio, RadioGroup } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { entityPermission } from '../../../../contract/api/permissions.ts';
import { type deviceGroupEntity, groupEntities } from '../../../../contract/entities/terminals/group.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useStaleReason } from '../../app/useStaleReason.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useGroups } from '../../shared/groups/useGroups.ts';
import { vh } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  list: { maxHeight: vh(40), overflowY: 'auto' },
  name: { marginLeft: '32px', marginTop: '4px' },
});

/** Option value for a new group. */
const fresh = 'new';

/** Dialog that adds terminals of a kind to an existing or a new group. */
export function GroupAddDialog(props: { kind: TerminalKind; ids: readonly number[]; onClose: () => void }) {
  const { kind, ids, onClose } = props;
  const s = useStyles();
  const { t } = useTranslation();
  const { crud } = useApp();
  const may = usePermission();
  const stale = useStaleReason();
  const messages = useMessages();
  const groups = useGroups(kind) ?? [];
  const [chosen, setChosen] = useState<string>();
  const [name, setName] = useState('');
  const [refused, setRefused] = useState<string | null>(null);
  // The entities of groups differ in the name of their member field only.
  const { members } = groupEntities[kind];
  const calls = crud(groupEntities[kind] as unknown as typeof deviceGroupEntity);
  const mayMake = may(entityPermission('create', `${kind}_group`));
  const wanted = chosen ?? String(groups[0]?.id ?? fresh);
  const title = t('devices.groupTitle', { count: ids.length });

  const submit = async () => {
    setRefused(null);
    try {
      if (wanted === fresh) {
        const made = await calls.create({ name: name.trim(), [members]: [...ids] } as never, { quiet: true });
        messages.add('done', t('devices.groupMade', { name: made.name, count: ids.length }));
      } else {
        const group = await calls.get(Number(wanted), { quiet: true });
        const before = (group as unknown as Record<string, number[] | undefined>)[members] ?? [];
        const after = [...new Set([...before, ...ids])];
        // A change of the group between the two calls is not overwritten: the server refuses, and the user
        // presses again.
        await calls.patch(group.id, { [members]: after, rev: group.rev } as never, { quiet: true });
        const added = after.length - before.length;
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
            operation={`${kind}_group.add.${ids.join()}`}
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
        {mayMake && <Radio value={fresh} label={t('devices.groupNew')} />}
      </RadioGroup>
      {wanted === fresh && mayMake && (
        <Field className={s.name} label={t('common.name')} required>
          <Input value={name} maxLength={50} onChange={(_, data) => setName(data.value)} />
        </Field>
      )}
      {refused !== null && <FormError title={t('kit.notSaved')} text={refused} />}
    </DialogFrame>
  );
}
