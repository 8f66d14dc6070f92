import { useTranslation } from 'react-i18next';
import {
  LAST_CHANNEL,
  pageCodecs,
  pagePacketTimes,
} from '../../../../../contract/entities/terminals/multicast/groupPage.ts';
import { NumberField, SelectField, TextField } from '../../../kit/form/fields.tsx';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { useForeignStyles } from './foreignStyles.ts';
import { codecNames } from './foreignText.ts';
import { Levels } from './Levels.tsx';
import { NetworkFields } from './NetworkFields.tsx';

/** Channels of pages of priority and of emergency, as they are set in the phones. */
const usualChannels = [49, 50];

/** Fields for group pages to a loudspeaker, below `foreign`. */
export function PageFields({ form }: { form: TerminalFormControls }) {
  const s = useForeignStyles();
  const { t } = useTranslation();
  const { control } = form;
  return (
    <>
      <p className={s.note}>{`${t('foreign.pageNote')} ${t('foreign.together')}`}</p>
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
          min={1024}
          max={65_534}
        />
        <TextField
          control={control}
          name="foreign.caller"
          label={t('foreign.caller')}
          hint={t('foreign.callerHint')}
          required
          maxLength={13}
        />
        <NumberField
          control={control}
          name="foreign.channel"
          label={t('foreign.channel')}
          hint={t('foreign.channelHint')}
          min={1}
          max={LAST_CHANNEL}
        />
        <SelectField
          control={control}
          name="foreign.codec"
          label={t('foreign.codec')}
          options={pageCodecs.map((value) => ({ value, label: codecNames[value] }))}
        />
        <SelectField
          control={control}
          name="foreign.packet_ms"
          label={t('foreign.packet')}
          options={pagePacketTimes.map((value) => ({ value, label: `${value} ms` }))}
        />
      </div>
      <NetworkFields form={form} />
      <Levels form={form} next={(i) => ({ channel: usualChannels[i] ?? LAST_CHANNEL })}>
        {(path, from) => (
          <>
            {from}
            <NumberField
              control={control}
              name={`${path}.channel`}
              label={t('foreign.channel')}
              min={1}
              max={LAST_CHANNEL}
            />
          </>
        )}
      </Levels>
    </>
  );
}
