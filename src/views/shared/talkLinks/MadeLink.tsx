import { Button, makeStyles } from '@fluentui/react-components';
import { CopyRegular } from '@fluentui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { MadeTalkLink } from '../../../../contract/entities/tasks/talkLink.ts';
import { useApp } from '../../app/AppContext.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { tokens } from '../../theme/tokens.ts';
import { isLoopback, phoneAddress } from './phoneAddress.ts';
import { QrCode } from './QrCode.tsx';

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
  const { api } = useApp();
  const messages = useMessages();
  const origin = useQuery({
    queryKey: ['origin'],
    queryFn: () => api.get<{ https_port: number | null }>('/v1/origin', undefined, { quiet: true }),
  });
  if (origin.data === undefined) return null;
  const { https_port: known } = origin.data;
  const { location } = window;
  // By HTTPS this page was reached at a port that works; a proxy may hide the server's own.
  const port = location.protocol === 'https:' ? Number(location.port || 443) : known;
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
