import { makeStyles } from '@fluentui/react-components';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { packetTimes, type RtpCodec, rtpCodecs } from '../../../../../contract/entities/terminals/foreign.ts';
import type { NetworkInterface } from '../../../../../contract/entities/terminals/foreignForm.ts';
import { MAX_DELAY_MS } from '../../../../../contract/entities/terminals/sipTransport.ts';
import { useApp } from '../../../app/AppContext.tsx';
import { NumberField, SelectField, TextField } from '../../../kit/form/fields.tsx';
import { tokens } from '../../../theme/tokens.ts';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { codecNames } from './foreignText.ts';

const useStyles = makeStyles({
  pair: { display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)', columnGap: '16px' },
  note: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

/** Fields for the multicast transport of a loudspeaker, below `foreign`. */
export function MulticastFields({ form }: { form: TerminalFormControls }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { control } = form;
  const codec = useWatch({ control, name: 'foreign.codec' }) as unknown as RtpCodec;
  const { data: interfaces = [] } = useQuery({
    queryKey: ['networkInterfaces'],
    queryFn: () => api.get<NetworkInterface[]>('/v1/device/foreign/interface', undefined, { quiet: true }),
  });
  return (
    <>
      <p className={s.note}>{`${t('foreign.note')} ${t('foreign.together')}`}</p>
      <div className={s.pair}>
        <TextField
          control={control}
          name="foreign.group"
          label={t('foreign.address')}
          hint={t('foreign.addressHint')}
          required
          maxLength={15}
        />
        <NumberField
          control={control}
          name="foreign.port"
          label={t('foreign.port')}
          hint={t('foreign.portHint')}
          min={1024}
          max={65_534}
          step={2}
        />
        <SelectField
          control={control}
          name="foreign.codec"
          label={t('foreign.codec')}
          options={rtpCodecs.map((value) => ({ value, label: codecNames[value] }))}
        />
        <SelectField
          control={control}
          name="foreign.packet_ms"
          label={t('foreign.packet')}
          options={(packetTimes[codec] ?? []).map((value) => ({ value, label: `${value} ms` }))}
        />
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
      </div>
      <NumberField
        control={control}
        name="foreign.delay_ms"
        label={t('foreign.delay')}
        hint={t('foreign.delayHint')}
        min={0}
        max={MAX_DELAY_MS}
      />
    </>
  );
}
