import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type TtsLicensePool, ttsLicenseTotal } from '../../../../contract/entities/terminals/xtts.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { useRightReason } from '../../kit/useRightReason.ts';

const noPool: TtsLicensePool[] = [];

/**
 * Number of TTS licences of the site and of those granted; editable with the right to the system settings.
 */
export function SiteLicences() {
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const rightReason = useRightReason();
  const [isOpen, setOpen] = useState(false);
  const [pool] = useObservable(streams.ttsLicense.rows$, noPool);
  if (pool === undefined) return null;
  const { granted, total } = pool;
  return (
    <>
      <BusyButton
        size="small"
        opens
        reason={rightReason('edit_sys_config')}
        onPress={async () => setOpen(true)}
      >
        {t('xtts.siteLicences', { granted, total })}
      </BusyButton>
      {isOpen && (
        <FormDialog
          title={t('xtts.siteTitle')}
          schema={ttsLicenseTotal}
          defaults={{ total }}
          onSubmit={(body) => api.patch('/v1/sys/tts_license', body, { quiet: true })}
          saved={() => t('kit.saved', { name: t('xtts.siteTotal') })}
          onClose={() => setOpen(false)}
        >
          {({ control }) => (
            <NumberField
              control={control}
              name="total"
              label={t('xtts.siteTotal')}
              hint={t('xtts.siteHint', { granted })}
              min={0}
              max={1000}
            />
          )}
        </FormDialog>
      )}
    </>
  );
}
