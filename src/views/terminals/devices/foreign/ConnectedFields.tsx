import { useTranslation } from 'react-i18next';
import { onvifCodecs } from '../../../../../contract/entities/terminals/connected/onvifTransport.ts';
import { vapixCodecs } from '../../../../../contract/entities/terminals/connected/vapixTransport.ts';
import { LONGEST_DELAY_MS } from '../../../../../contract/entities/terminals/sipTransport.ts';
import { NumberField, PasswordField, SelectField, TextField } from '../../../kit/form/fields.tsx';
import { CertificateField } from '../../../shared/terminals/CertificateField.tsx';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { useForeignStyles } from './foreignStyles.ts';
import { codecText } from './foreignText.ts';

/** Fields for the transport of a loudspeaker that takes sound by HTTP or RTSP, below `foreign`. */
export function ConnectedFields({
  form,
  transport,
  isNew,
}: {
  form: TerminalFormControls;
  transport: 'vapix' | 'onvif';
  isNew: boolean;
}) {
  const s = useForeignStyles();
  const { t } = useTranslation();
  const { control } = form;
  const codecs = transport === 'vapix' ? vapixCodecs : onvifCodecs;
  return (
    <>
      <p className={s.note}>{t(`foreign.${transport}Note`)}</p>
      <div className={s.pair}>
        <TextField
          control={control}
          name="foreign.url"
          label={t('foreign.url')}
          hint={t(`foreign.${transport}UrlHint`)}
          required
          maxLength={700}
        />
        <SelectField
          control={control}
          name="foreign.codec"
          label={t('foreign.codec')}
          options={codecs.map((value) => ({ value, label: codecText(value, t) }))}
        />
        <TextField control={control} name="foreign.user" label={t('foreign.user')} maxLength={64} />
        <PasswordField
          control={control}
          name="foreign_password"
          label={t('foreign.password')}
          hint={t(isNew ? 'foreign.passwordHint' : 'foreign.passwordKept')}
          autoComplete="new-password"
        />
        <CertificateField control={control} name="foreign.certificate" />
        <NumberField
          control={control}
          name="foreign.delay_ms"
          label={t('foreign.delay')}
          hint={t('foreign.delayHint')}
          min={0}
          max={LONGEST_DELAY_MS}
        />
      </div>
    </>
  );
}
