import { Button, makeStyles } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { MadeTalkLink } from '../../../../contract/entities/tasks/talkLink.ts';
import { FormError } from '../../kit/form/FormError.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { tokens } from '../../theme/tokens.ts';
import { isLoopback, phoneAddress } from './phoneAddress.ts';
import { QrCode } from './QrCode.tsx';
import { useHttpsPort } from './useHttpsPort.ts';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', alignItems: 'center', gap: '8px', minWidth: 0 },
  address: {
    width: '100%',
    margin: 0,
    overflowWrap: 'anywhere',
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    userSelect: 'all',
  },
  reason: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** QR code of a link that was just made; its key is shown only here and now. */
export function MadeLink({ made }: { made: MadeTalkLink }) {
  const s = useStyles();
  const { t } = useTranslation();
  const messages = useMessages();
  const port = useHttpsPort();
  if (port === undefined) return null;
  const { location } = window;
  if (port === null) return <FormError title={t('phoneLink.noHttps')} text={t('phone.noHttps')} />;
  const address = phoneAddress(location, port, made.page);
  const copy = async () => {
    await navigator.clipboard.writeText(address);
    messages.add('done', t('phoneLink.copied'));
  };
  return (
    <div className={s.root}>
      {isLoopback(location.hostname) && (
        <FormError title={t('phoneLink.loopback')} text={t('phoneLink.loopbackWhy')} />
      )}
      <QrCode text={address} label={t('phoneLink.qr', { title: made.link.title })} />
      <p className={s.reason}>{t('phoneLink.scan')}</p>
      <p className={s.address} data-testid="phone-address">
        {address}
      </p>
      {window.isSecureContext && (
        <Button size="small" icon={<CopyRegular />} onClick={() => void copy()}>
          {t('phoneLink.copy')}
        </Button>
      )}
    </div>
  );
}
