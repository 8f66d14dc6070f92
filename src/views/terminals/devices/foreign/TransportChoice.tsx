import { Dropdown, Option } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import { defaultOnvifTransport } from '../../../../../contract/entities/terminals/connected/onvifTransport.ts';
import { defaultVapixTransport } from '../../../../../contract/entities/terminals/connected/vapixTransport.ts';
import {
  defaultTransport,
  type ForeignTransport,
} from '../../../../../contract/entities/terminals/foreign.ts';
import { defaultGroupPage } from '../../../../../contract/entities/terminals/multicast/groupPage.ts';
import { defaultSipTransport } from '../../../../../contract/entities/terminals/sipTransport.ts';
import { FormField } from '../../../kit/form/fields.tsx';
import type { TerminalFormControls } from '../TerminalForm.tsx';

const starts: Record<ForeignTransport['transport'], ForeignTransport> = {
  rtp_multicast: defaultTransport,
  group_page: defaultGroupPage,
  sip: defaultSipTransport,
  vapix: defaultVapixTransport,
  onvif: defaultOnvifTransport,
};

/** Choice of the transport of a new loudspeaker; another one begins with its usual settings. */
export function TransportChoice({ form }: { form: TerminalFormControls }) {
  const { t } = useTranslation();
  const all = Object.keys(starts) as ForeignTransport['transport'][];
  return (
    <FormField control={form.control} name="foreign.transport" label={t('foreign.transport')}>
      {({ value, onChange: _, ref, ...field }) => (
        <Dropdown
          {...field}
          ref={ref}
          style={{ width: '100%' }}
          value={t(`foreign.transports.${String(value)}`)}
          selectedOptions={[String(value)]}
          onOptionSelect={(_event, { optionValue }) => {
            const chosen = starts[optionValue as ForeignTransport['transport']];
            if (chosen !== undefined && chosen.transport !== value) form.setValue('foreign', chosen);
          }}
        >
          {all.map((one) => (
            <Option key={one} value={one} text={t(`foreign.transports.${one}`)}>
              {t(`foreign.transports.${one}`)}
            </Option>
          ))}
        </Dropdown>
      )}
    </FormField>
  );
}
