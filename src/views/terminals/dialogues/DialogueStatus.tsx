import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { callMode } from '../../../../contract/codes.ts';
import type { KindRow } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { NumberField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { NumberChoice } from '../../shared/terminals/NumberChoice.tsx';
import type { TerminalFormControls } from '../devices/TerminalForm.tsx';
import { KindScreen } from '../kinds/KindScreen.tsx';
import { Calls } from './Calls.tsx';
import { DialogueNow } from './DialogueNow.tsx';
import { dialogueColumns } from './dialogueColumns.ts';
import { useCallActions } from './useCallActions.tsx';

type Row = KindRow<'dialogue'>;
const lively = ['call', 'length'] as const;

function settings(t: TFunction, { control }: TerminalFormControls, row: Row) {
  return (
    <>
      <TextField
        control={control}
        name="dialogue_code"
        label={t('dialogue.code')}
        hint={t('dialogue.codeHint')}
        maxLength={8}
      />
      <NumberChoice control={control} name="callee" label={t('dialogue.callee')} station={row.id} />
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

/** menu_dialogue_status: stations, live: free, ringing or in a call, with partner and duration. */
export function Component() {
  const { t } = useTranslation();
  const { streams } = useApp();
  const calls = useCallActions();
  const columns = useMemo(() => dialogueColumns(streams), [streams]);
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
        fields={(form, row) => settings(t, form, row)}
        actions={calls.actions}
      />
      {calls.dialog}
    </>
  );
}
