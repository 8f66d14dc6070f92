import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ttsAuthorizationAction } from '../../../../contract/codes.ts';
import { grantForm } from '../../../../contract/entities/terminals/xtts.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useRightReason } from '../../kit/useRightReason.ts';
import type { XttsRow } from './authorization.ts';
import { useAuthorization } from './useAuthorization.ts';

/** Buttons that grant a TTS terminal its licences, and revoke them. */
export function AuthorizationButtons({ row }: { row: XttsRow }) {
  const { t } = useTranslation();
  const { mayGrant, mayRevoke, request } = useAuthorization(row);
  const messages = useMessages();
  const [isGranting, setGranting] = useState(false);
  const reason = useRightReason()('edit_tts_license');

  const revoke = async () => {
    try {
      await request({ type: 'authorization.revoke' });
      messages.add('done', t('xtts.revoked', { name: row.name }));
    } catch (error) {
      messages.add('error', (error as Error).message);
    }
  };

  return (
    <>
      <BusyButton
        size="small"
        opens
        reason={reason ?? (mayGrant ? undefined : t('alarm.underWay'))}
        onPress={async () => setGranting(true)}
      >
        {t(`codes.ttsAuthorizationAction.${ttsAuthorizationAction.grant}`)}
      </BusyButton>
      <BusyButton
        size="small"
        always
        reason={reason ?? (mayRevoke ? undefined : t('xtts.notOpened'))}
        onPress={revoke}
      >
        {t(`codes.ttsAuthorizationAction.${ttsAuthorizationAction.revoke}`)}
      </BusyButton>
      {isGranting && (
        <FormDialog
          title={t('xtts.grantTitle', { name: row.name })}
          schema={grantForm}
          defaults={{ licenses: Math.max(1, row.licenses) }}
          onSubmit={({ licenses }) => request({ type: 'authorization.grant', licenses })}
          saved={() => t('kit.saved', { name: row.name })}
          onClose={() => setGranting(false)}
          submitLabel={t(`codes.ttsAuthorizationAction.${ttsAuthorizationAction.grant}`)}
        >
          {({ control }) => (
            <NumberField
              control={control}
              name="licenses"
              label={t('xtts.licenses')}
              hint={t('xtts.licensesHint')}
              min={1}
              max={100}
            />
          )}
        </FormDialog>
      )}
    </>
  );
}
