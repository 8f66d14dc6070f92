import { makeStyles } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type DeviceGroup,
  deviceGroupEntity,
  type GroupMember,
  groupEntities,
} from '../../../../contract/entities/terminals/group.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { TextField } from '../../kit/form/fields.tsx';
import { useEntityForm } from '../../kit/form/useEntityForm.ts';
import { MemberPicker } from '../../kit/picker/MemberPicker.tsx';
import type { StatusName } from '../../kit/status/status.ts';
import { tokens, vh } from '../../theme/tokens.ts';
import { counterKeys } from '../terminals/deviceStatus.ts';
import { useZones } from '../zones/useZones.ts';
import { groupWords } from './groupWords.ts';
import { alarmPlanStates, linkageTaskStates, useCandidates } from './useCandidates.ts';

const useStyles = makeStyles({
  members: { marginBottom: '4px', fontWeight: tokens.fontWeightSemibold },
  picker: { height: `min(${vh(56)}, 900px)`, minHeight: '280px' },
  others: { margin: '0 0 12px', color: tokens.colorNeutralForeground2 },
});

const schema = deviceGroupEntity.create.pick({ name: true });
/** States by which members can be filtered. */
export function statesOf(kind: GroupMember): readonly StatusName[] {
  if (kind === 'alarm_plan') return alarmPlanStates;
  if (kind === 'linkage_task') return linkageTaskStates;
  return kind === 'device'
    ? counterKeys.filter((key) => key !== 'all')
    : ['offline', 'behind_relay', 'online'];
}

/** A stored group; the name of its member field depends on the kind. */
type StoredGroup = Omit<DeviceGroup, 'device_ids'> & Record<string, unknown>;

/** Dialog for name and members of a group. `group`: as stored, with its members; null: a new one. */
export function GroupDialog(props: {
  kind: GroupMember;
  group: StoredGroup | null;
  onSaved: (id: number) => void;
  onClose: () => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const entity = groupEntities[props.kind];
  const words = groupWords(props.kind);
  const membersOf = (group: StoredGroup | null) => (group?.[entity.members] ?? []) as number[];
  const zones = useZones();
  const candidates = useCandidates(props.kind);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set(membersOf(props.group)));
  const names = useMemo(() => new Map((candidates ?? []).map((one) => [one.id, one.name])), [candidates]);
  const dialog = useEntityForm<object, DeviceGroup>({
    path: entity.path,
    row: props.group,
    fields: [
      { name: 'name', label: t('common.name'), text: (name) => String(name) },
      {
        name: entity.members,
        label: t('groups.members'),
        text: (id) => names.get(Number(id)) ?? `#${id}`,
        isList: true,
      },
    ],
    onSaved({ id }) {
      props.onSaved(id);
    },
  });
  const base = dialog.base as StoredGroup | null;

  /** Members that still exist. */
  function present(): number[] {
    const known = candidates === undefined ? undefined : new Set(candidates.map((one) => one.id));
    return [...chosen].filter((id) => known?.has(id) !== false);
  }

  const before = membersOf(props.group);
  const hasOthers = before.length !== chosen.size || before.some((id) => !chosen.has(id));

  return (
    <FormDialog
      foot={dialog.foot}
      saved={dialog.saved}
      title={base === null ? t(words.createTitle) : t('groups.editTitle', { name: base.name })}
      schema={schema}
      defaults={{ name: props.group?.name ?? '' }}
      onSubmit={({ name }, form) =>
        dialog.onSubmit(
          { name, [entity.members]: present() },
          {
            setValue(field, value) {
              if (field === 'name') form.setValue('name', String(value));
              else setChosen(new Set(value as number[]));
            },
          },
        )
      }
      onClose={props.onClose}
      dirty={hasOthers}
      width={1120}
    >
      {(form) => (
        <>
          <TextField
            control={form.control}
            name="name"
            label={t('common.name')}
            required
            disabled={base?.whole === false}
          />
          {base?.whole === false && <p className={s.others}>{t(words.others)}</p>}
          <div className={s.members}>{t('groups.members')}</div>
          <div className={s.picker}>
            <MemberPicker
              label={t('groups.members')}
              placeholder={t(words.search)}
              candidates={candidates}
              chosen={chosen}
              onChange={setChosen}
              zones={zones ?? []}
              states={statesOf(props.kind).map((key) => ({ value: key, label: t(`status.${key}`) }))}
              focused={base !== null}
            />
          </div>
        </>
      )}
    </FormDialog>
  );
}
