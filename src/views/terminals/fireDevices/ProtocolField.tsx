import { Select } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { PanelProtocol } from '../../../../contract/entities/terminals/panel.ts';
import { FormField } from '../../kit/form/fields.tsx';
import type { TerminalFormControls } from '../devices/TerminalForm.tsx';
import { protocolNames } from './panelText.ts';

/** Field for the protocol of a panel, which decides its other settings. */
export function ProtocolField(props: {
  form: TerminalFormControls;
  onChoose: (protocol: PanelProtocol) => void;
}) {
  const { t } = useTranslation();
  return (
    <FormField control={props.form.control} name="panel.protocol" label={t('panelLink.protocol')}>
      {(field) => (
        <Select
          {...field}
          value={String(field.value)}
          onChange={(_, data) => props.onChoose(data.value as PanelProtocol)}
        >
          {Object.entries(protocolNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </FormField>
  );
}
