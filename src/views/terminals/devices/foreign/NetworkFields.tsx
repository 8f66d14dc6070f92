import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { NetworkInterface } from '../../../../../contract/entities/terminals/foreignForm.ts';
import { MAX_DSCP } from '../../../../../contract/entities/terminals/multicast/multicastFields.ts';
import { MAX_DELAY_MS } from '../../../../../contract/entities/terminals/sipTransport.ts';
import { useApp } from '../../../app/AppContext.tsx';
import { NumberField, SelectField } from '../../../kit/form/fields.tsx';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { useForeignStyles } from './foreignStyles.ts';

/** Fields for the way of a multicast stream through the network, and for its delay. */
export function NetworkFields({ form }: { form: TerminalFormControls }) {
  const s = useForeignStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { control } = form;
  const { data: interfaces = [] } = useQuery({
    queryKey: ['networkInterfaces'],
    queryFn: () => api.get<NetworkInterface[]>('/v1/device/foreign/interface', undefined, { quiet: true }),
  });
  return (
    <div className={s.pair}>
      <SelectField
        control={control}
        name="foreign.interface"
        label={t('foreign.interface')}
        options={[
          { value: '', label: t('foreign.system') },
          ...interfaces.map((one) => ({ value: one.interface, label: `${one.name} ${one.interface}` })),
        ]}
      />
      <NumberField
        control={control}
        name="foreign.ttl"
        label={t('foreign.ttl')}
        hint={t('foreign.ttlHint')}
        min={1}
        max={255}
      />
      <NumberField
        control={control}
        name="foreign.delay_ms"
        label={t('foreign.delay')}
        hint={t('foreign.delayHint')}
        min={0}
        max={MAX_DELAY_MS}
      />
      <NumberField
        control={control}
        name="foreign.dscp"
        label={t('foreign.dscp')}
        hint={t('foreign.dscpHint')}
        min={0}
        max={MAX_DSCP}
      />
    </div>
  );
}
