import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { packetTimes, type RtpCodec, rtpCodecs } from '../../../../../contract/entities/terminals/foreign.ts';
import { NumberField, SelectField, SwitchField, TextField } from '../../../kit/form/fields.tsx';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { useForeignStyles } from './foreignStyles.ts';
import { codecNames } from './foreignText.ts';
import { NetworkFields } from './NetworkFields.tsx';
import { PriorityMapFields } from './PriorityMapFields.tsx';

/** Fields for the multicast transport of a loudspeaker, below `foreign`. */
export function MulticastFields({ form }: { form: TerminalFormControls }) {
  const s = useForeignStyles();
  const { t } = useTranslation();
  const { control } = form;
  const codec = useWatch({ control, name: 'foreign.codec' }) as unknown as RtpCodec;
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
      </div>
      <NetworkFields form={form} />
      <SwitchField control={control} name="foreign.announce" label={t('foreign.announce')} />
      <PriorityMapFields form={form} />
    </>
  );
}
