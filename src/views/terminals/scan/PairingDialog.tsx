import { Button, makeStyles } from '@fluentui/react-components';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSuccess } from '../../../../contract/api/envelope.ts';
import { pairingCodeSeconds } from '../../../../contract/constants.ts';
import { type PairingCode, pairingText } from '../../../../contract/entities/terminals/pairing.ts';
import { ApiError } from '../../../api/error.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { FormError } from '../../kit/form/FormError.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { QrCode } from '../../shared/talkLinks/QrCode.tsx';
import { useZones } from '../../shared/zones/useZones.ts';
import { ZonePicker } from '../../shared/zones/ZonePicker.tsx';
import { isTop } from '../../shared/zones/zoneTree.ts';
import { tokens } from '../../theme/tokens.ts';

const path = '/v1/cc/code';
/** Interval of asking whether the code was used, and of showing the remaining time, ms. */
const pollEveryMs = 2_000;
const tickEvery = 1_000;

const useStyles = makeStyles({
  body: { display: 'flex', flexDirection: 'column', gap: '12px' },
  reason: { margin: 0, color: tokens.colorNeutralForeground2 },
  code: {
    margin: 0,
    textAlign: 'center',
    fontSize: '40px',
    lineHeight: '56px',
    letterSpacing: '4px',
    fontWeight: tokens.fontWeightSemibold,
    fontVariantNumeric: 'tabular-nums',
    userSelect: 'all',
  },
  state: { margin: 0, textAlign: 'center' },
  open: { display: 'flex', gap: '16px', alignItems: 'center' },
  typed: { flexGrow: 1, minWidth: 0 },
  qr: { width: '144px', flexShrink: 0 },
  digits: {
    margin: 0,
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
    userSelect: 'all',
  },
});

/** Epoch seconds by the site's clock, updated every second. */
function useSeconds(): number {
  const clock = useSiteClock();
  const [now, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), tickEvery);
    return () => clearInterval(timer);
  }, [clock]);
  return Math.floor(now / 1000);
}

/**
 * Dialog with a pairing code of six digits (twelve while somebody is guessing codes). A terminal that enters
 * it is adopted without being listed as found.
 */
export function PairingDialog(props: { onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const queries = useQueryClient();
  const zones = useZones();
  const now = useSeconds();
  const [chosen, setChosen] = useState<number | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  // An error code of this path is passed to the success handler.
  const call = async (method: 'get' | 'post', body?: object) => {
    const answer = await api.whole<PairingCode | null>(method, path, body, { quiet: true });
    setRefused(isSuccess(answer) ? null : answer.message);
    return isSuccess(answer) ? answer.value : null;
  };
  const issued = useQuery({
    queryKey: ['pairing'],
    queryFn: () => call('get'),
    refetchInterval: pollEveryMs,
    gcTime: 0,
  });
  if (zones === undefined) return null;
  const org = chosen ?? zones.find((zone) => isTop(zones, zone))?.id ?? null;
  const code = issued.data ?? null;
  const left = code === null ? 0 : code.expires_at - now;
  const isOpen = code !== null && code.used_by === null && left > 0;
  const make = async () => {
    try {
      queries.setQueryData(['pairing'], await call('post', { org }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefused(error.message);
    }
  };
  return (
    <DialogFrame
      title={t('scan.pairing')}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.close')}</Button>
          <BusyButton appearance={isOpen ? 'secondary' : 'primary'} onPress={make}>
            {t(code === null ? 'scan.pairingMake' : 'scan.pairingNew')}
          </BusyButton>
        </>
      }
    >
      <div className={s.body}>
        <p className={s.reason}>{t('scan.pairingWhy', { minutes: pairingCodeSeconds / 60 })}</p>
        <ZonePicker zones={zones} value={org} onChange={setChosen} />
        {refused !== null && <FormError title={t('scan.pairingNone')} text={refused} />}
        {isOpen && (
          <div className={s.open}>
            {code.pin !== null && (
              <div className={s.qr}>
                <QrCode
                  text={pairingText(window.location.hostname, code.code, code.pin)}
                  label={t('scan.pairingQr')}
                />
              </div>
            )}
            <div className={s.typed}>
              <p className={s.code} data-testid="pairing-code">
                {code.guessed ? code.code.replace(/(\d{4})(?=\d)/g, '$1 ') : code.code}
              </p>
              <p className={s.state}>
                {t('scan.pairingLeft', {
                  zone: zones.find(({ id }) => id === code.org)?.name ?? '',
                  m: Math.floor(left / 60),
                  s: String(left % 60).padStart(2, '0'),
                })}
              </p>
            </div>
          </div>
        )}
        {isOpen && code.guessed && (
          <FormError title={t('scan.pairingGuessed')} text={t('scan.pairingGuessedWhy')} />
        )}
        {isOpen && code.pin !== null && (
          <div>
            <p className={s.reason}>{t('scan.pairingPin')}</p>
            <p className={s.digits} data-testid="pairing-pin">
              {code.pin.sha256.replace(/(.{4})(?=.)/g, '$1 ')}
            </p>
          </div>
        )}
        <p className={s.state} role="status">
          {code?.used_by != null && t('scan.pairingUsed', code.used_by)}
          {code !== null && code.used_by === null && left <= 0 && t('scan.pairingOver')}
        </p>
      </div>
    </DialogFrame>
  );
}
