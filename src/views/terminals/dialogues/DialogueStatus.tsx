import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { callMode } from '../../../../contract/codes.ts';
import type { KindRow } from '../../../streams/kind.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { CreateButton } from '../../kit/action/CreateButton.tsx';
import { NumberField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { NumberChoice } from '../../shared/terminals/NumberChoice.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import type { TerminalFormControls } from '../devices/TerminalForm.tsx';
import type { Fact } from '../devices/TerminalPanel.tsx';
import { KindScreen } from '../kinds/KindScreen.tsx';
import { Calls } from './Calls.tsx';
import { DialogueNow } from './DialogueNow.tsx';
import { dialogueColumns } from './dialogueColumns.ts';
import { PhoneDialog } from './PhoneDialog.tsx';
import { useCallActions } from './useCallActions.tsx';
import { usePhonePaging } from './usePhonePaging.tsx';

type Row = KindRow<'dialogue'>;
const lively = ['call', 'length'] as const;

function settings(t: TFunction, { control }: TerminalFormControls, row: Row) {
  return (
    <>
      {row.phone !== null && (
        <TextField
          control={control}
          name="phone.number"
          label={t('dialogue.phoneNumber')}
          hint={t('dialogue.phoneNumberHint')}
          required
          maxLength={32}
        />
      )}
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
  const paging = usePhonePaging();
  const zones = useZones();
  const may = usePermission();
  const [isAdding, setAdding] = useState(false);
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
          ...(row.phone === null ? [] : [[t('dialogue.phone'), row.phone.number] as Fact]),
        ]}
        fields={(form, row) => settings(t, form, row)}
        actions={(rows) => [...calls.actions(rows), ...paging.actions(rows)]}
        tools={
          may('create_dialogue') && (
            // Not the primary action: terminals of ours are adopted from the list of found ones.
            <CreateButton label={t('dialogue.addPhone')} isSecondary onPress={() => setAdding(true)} />
          )
        }
      />
      {calls.dialog}
      {paging.dialog}
      {isAdding && <PhoneDialog zones={zones ?? []} onClose={() => setAdding(false)} />}
    </>
  );
}
