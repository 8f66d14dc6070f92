import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ttsAuthorizationAction } from '../../../../contract/codes.ts';
import { grantForm, type TtsLicensePool } from '../../../../contract/entities/terminals/xtts.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormDialog } from '../../kit/form/FormDialog.tsx';
import { NumberField } from '../../kit/form/fields.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { useRightReason } from '../../kit/useRightReason.ts';
import { useDevicePanelStyles } from '../../shared/terminals/devicePanelStyles.ts';
import { Facts } from '../devices/TerminalPanel.tsx';
import { useAuthorization } from './useAuthorization.ts';
import { authorizationText, type XttsRow } from './xttsColumns.ts';

const noPool: TtsLicensePool[] = [];

/**
 * Authorization of a terminal to speak for the server: number of concurrent texts, and remaining licences.
 */
export function Authorization({ row }: { row: XttsRow }) {
  const s = useDevicePanelStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const { mayGrant, mayRevoke, isOpened, isOnline, licenses, request } = useAuthorization(row);
  const messages = useMessages();
  const [isGranting, setGranting] = useState(false);
  const [pool] = useObservable(streams.ttsLicense.rows$, noPool);
  const authorization = authorizationText({ licenses: isOpened ? licenses : 0, online: isOnline }, t);
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
      <h3 className={s.section}>{t('xtts.authorization')}</h3>
      <Facts
        items={[
          [t('common.status'), `${authorization.main} · ${authorization.detail}`],
          [t('xtts.licenses'), licenses],
          ...(pool === undefined
            ? []
            : ([[t('xtts.pool'), t('xtts.poolOf', { granted: pool.granted, total: pool.total })]] as [
                string,
                string,
              ][])),
        ]}
      />
      <div className={s.buttons}>
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
      </div>
      {isGranting && (
        <FormDialog
          title={t('xtts.grantTitle', { name: row.name })}
          schema={grantForm}
          defaults={{ licenses: Math.max(1, licenses) }}
          onSubmit={({ licenses }) => request({ type: 'authorization.grant', licenses })}
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
