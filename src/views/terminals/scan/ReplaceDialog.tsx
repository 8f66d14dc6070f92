import { Combobox, Option } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FoundTerminal, foundReplace } from '../../../../contract/entities/terminals/device.ts';
import type { TerminalRow } from '../../../streams/kind.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { FormField } from '../../kit/form/fields.tsx';

/** Largest number of options shown; typing narrows them. */
const most = 50;
const noRows: TerminalRow[] = [];

/** Dialog that replaces a defective terminal by a found one; all stored settings of the old one are kept. */
export function ReplaceDialog(props: {
  row: FoundTerminal;
  onSubmit: (device: number) => Promise<unknown>;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { streams } = useApp();
  const { row } = props;
  const [text, setText] = useState('');
  const devices = useObservable(streams.allTerminals.rows$, noRows);
  const offline = useMemo(
    () => devices.filter((device) => !device.online && device.kind === row.kind),
    [devices, row.kind],
  );
  const label = (device: TerminalRow) => `${device.name} - ${device.code}`;
  const needle = text.trim().toLowerCase();
  const shown = offline.filter((device) => label(device).toLowerCase().includes(needle)).slice(0, most);
  return (
    <FormDialog
      title={t('scan.replaceTitle', { code: row.code })}
      schema={foundReplace}
      defaults={{}}
      onSubmit={({ device }) => props.onSubmit(device)}
      saved="elsewhere"
      onClose={props.onClose}
      submitLabel={t('scan.replaceNow')}
    >
      {({ control }) => (
        <FormField
          control={control}
          name="device"
          label={t('scan.replaced')}
          hint={offline.length === 0 ? t('scan.noneOffline') : t('scan.replaceHint')}
        >
          {(field) => (
            <Combobox
              name={field.name}
              ref={field.ref}
              onBlur={field.onBlur}
              placeholder={t('devices.search')}
              value={text}
              onInput={(event) => {
                setText(event.currentTarget.value);
                field.onChange(undefined);
              }}
              onOptionSelect={(_, data) => {
                setText(data.optionText ?? '');
                field.onChange(Number(data.optionValue));
              }}
            >
              {shown.map((device) => (
                <Option key={device.id} value={String(device.id)} text={label(device)}>
                  {label(device)}
                </Option>
              ))}
            </Combobox>
          )}
        </FormField>
      )}
    </FormDialog>
  );
}
