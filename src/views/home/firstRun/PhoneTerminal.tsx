import { makeStyles, Select } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSite } from '../../app/AppContext.tsx';
import { CopyButton } from '../../kit/action/CopyButton.tsx';
import { QrCode } from '../../shared/talkLinks/QrCode.tsx';
import { useHttpsPort } from '../../shared/talkLinks/useHttpsPort.ts';
import { tokens } from '../../theme/tokens.ts';
import { reachableAddresses } from './reachableAddresses.ts';

const useStyles = makeStyles({
  root: { display: 'flex', gap: '16px', minWidth: 0 },
  code: { width: '152px', flexShrink: 0 },
  words: { display: 'flex', flexDirection: 'column', alignItems: 'start', gap: '8px', minWidth: 0 },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  reason: { margin: 0, color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  address: { overflowWrap: 'anywhere', userSelect: 'all', fontSize: tokens.fontSizeBase200 },
});

/** QR code of the terminal page at an address that phones can reach. @param hosts addresses of the server's machine */
export function PhoneTerminal({ hosts }: { hosts: readonly string[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  const port = useHttpsPort();
  const backend = useSite()?.http_backend ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  if (port === undefined) return null;
  const addresses = reachableAddresses(window.location, port, '/terminal', { backend, hosts });
  const address = addresses.find((one) => one === chosen) ?? addresses[0];
  if (address === undefined) return <p className={s.reason}>{t('firstSteps.unreachable')}</p>;
  return (
    <div className={s.root} data-testid="phone-terminal">
      <div className={s.code}>
        <QrCode text={address} label={t('firstSteps.qr')} />
      </div>
      <div className={s.words}>
        <h3 className={s.title}>{t('firstSteps.phone')}</h3>
        <p className={s.reason}>{t('firstSteps.phoneWhy')}</p>
        {addresses.length > 1 ? (
          <Select
            size="small"
            aria-label={t('firstSteps.address')}
            value={address}
            onChange={(_, { value }) => setChosen(value)}
          >
            {addresses.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Select>
        ) : (
          <span className={s.address}>{address}</span>
        )}
        <CopyButton text={address} size="small">
          {t('devices.copyAddress')}
        </CopyButton>
      </div>
    </div>
  );
}
