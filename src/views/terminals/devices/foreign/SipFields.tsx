import { makeStyles } from '@fluentui/react-components';
import { useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import {
  LONGEST_DELAY_MS,
  sipAnswers,
  sipCodecs,
} from '../../../../../contract/entities/terminals/sipTransport.ts';
import { NumberField, SelectField, TextField } from '../../../kit/form/fields.tsx';
import { CertificateField } from '../../../shared/terminals/CertificateField.tsx';
import { tokens } from '../../../theme/tokens.ts';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { answerText, codecText } from './foreignText.ts';

const useStyles = makeStyles({
  pair: { display: 'grid', gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr)', columnGap: '16px' },
  note: { margin: '0 0 8px', color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

const protocols = ['udp', 'tcp', 'tls'] as const;

/** Fields for the SIP transport of a loudspeaker, below `foreign`. */
export function SipFields({ form }: { form: TerminalFormControls }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { control } = form;
  const protocol = useWatch({ control, name: 'foreign.protocol' });
  return (
    <>
      <p className={s.note}>{t('foreign.sipNote')}</p>
      <div className={s.pair}>
        <TextField
          control={control}
          name="foreign.uri"
          label={t('foreign.sipAddress')}
          hint={t('foreign.sipAddressHint')}
          required
          maxLength={255}
        />
        <SelectField
          control={control}
          name="foreign.protocol"
          label={t('foreign.protocol')}
          options={protocols.map((value) => ({ value, label: value.toUpperCase() }))}
        />
        <SelectField
          control={control}
          name="foreign.answer"
          label={t('foreign.answer')}
          options={sipAnswers.map((value) => ({ value, label: answerText(value, t) }))}
        />
        <SelectField
          control={control}
          name="foreign.codec"
          label={t('foreign.codec')}
          options={sipCodecs.map((value) => ({ value, label: codecText(value, t) }))}
        />
      </div>
      {protocol === 'tls' && <CertificateField control={control} name="foreign.certificate" />}
      <NumberField
        control={control}
        name="foreign.delay_ms"
        label={t('foreign.delay')}
        hint={t('foreign.delayHint')}
        min={0}
        max={LONGEST_DELAY_MS}
      />
    </>
  );
}
