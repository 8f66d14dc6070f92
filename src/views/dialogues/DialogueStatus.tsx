import { CallEndRegular, CallRegular } from '@fluentui/react-icons';
import type { TFunction } from 'i18next';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callMode } from '../../../contract/codes.ts';
import { dialogueEntity } from '../../../contract/entities/dialogue.ts';
import type { KindRow } from '../../streams/kind.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';
import { NumberField, SelectField, TextField } from '../kit/form/fields.tsx';
import type { BatchAction } from '../kit/toolbar/SelectionBar.tsx';
import { KindScreen } from '../terminals/kinds/KindScreen.tsx';
import type { TerminalFormControls } from '../terminals/TerminalForm.tsx';
import { CallDialog } from './CallDialog.tsx';
import { Calls } from './Calls.tsx';
import { DialogueNow } from './DialogueNow.tsx';
import { callOf, dialogueColumns } from './dialogueColumns.ts';

type Row = KindRow<'dialogue'>;
const lively = ['call', 'length'] as const;

function settings(t: TFunction, { control }: TerminalFormControls) {
  return (
    <>
      <TextField
        control={control}
        name="dialogue_code"
        label={t('dialogue.code')}
        hint={t('dialogue.codeHint')}
        maxLength={8}
      />
      <TextField
        control={control}
        name="callee"
        label={t('dialogue.callee')}
        hint={t('dialogue.calleeHint')}
        maxLength={12}
      />
      <SelectField
        control={control}
        name="call_mode"
        label={t('dialogue.mode')}
        hint={t('dialogue.modeHint')}
        options={Object.values(callMode).map((value) => ({ value, label: t(`codes.callMode.${value}`) }))}
      />
      <NumberField
        control={control}
        name="priority"
        label={t('common.priority')}
        hint={t('caster.priorityHint')}
        min={0}
        max={100}
      />
    </>
  );
}

/** menu_dialogue_status: the stations, live: who is free, rings or is in a call, with whom and for how long. */
export function Component() {
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const may = usePermission();
  const [calling, setCalling] = useState<Row | null>(null);
  // Calls are read where a cell is painted: they have to be there.
  useEffect(() => {
    const held = streams.call.changes$.subscribe();
    return () => held.unsubscribe();
  }, [streams]);
  const columns = useMemo(() => dialogueColumns(streams), [streams]);
  const noRight = may('operate_dialogue') ? undefined : t('kit.noRight');

  const actions = (rows: readonly Row[]): BatchAction[] => {
    const [row] = rows;
    const one = rows.length === 1 ? undefined : t('kit.onlyOne');
    const call =
      row === undefined
        ? undefined
        : callOf(
            row.id,
            streams.call.filter(() => true),
          );
    return [
      {
        key: 'call',
        label: t('dialogue.call'),
        icon: <CallRegular />,
        disabled: noRight ?? one ?? (row?.online === true ? undefined : t('dialogue.offline')),
        opens: true,
        onPress: async () => setCalling(row ?? null),
      },
      {
        key: 'hangup',
        label: t('dialogue.hangUp'),
        icon: <CallEndRegular />,
        disabled: noRight ?? one ?? (call === undefined ? t('dialogue.noCall') : undefined),
        always: true,
        onPress: () =>
          row === undefined ? undefined : api.post(`/v1/${dialogueEntity.path}/${row.id}/hang_up`),
      },
    ];
  };
  return (
    <>
      <KindScreen
        kind="dialogue"
        columns={columns}
        lively={lively}
        Now={DialogueNow}
        head={<Calls />}
        facts={(row) => [
          [t('dialogue.code'), row.dialogue_code || t('common.none')],
          [t('dialogue.callee'), row.callee || t('common.none')],
          [t('dialogue.mode'), t(`codes.callMode.${row.call_mode}`)],
          [t('common.priority'), row.priority],
        ]}
        fields={(form) => settings(t, form)}
        actions={actions}
      />
      {calling !== null && <CallDialog row={calling} onClose={() => setCalling(null)} />}
    </>
  );
}
