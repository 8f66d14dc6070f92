import { Button, Link, makeStyles } from '@fluentui/react-components';
import { DismissRegular, MicOffRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TalkOrder, TalkTrouble } from '../../../machines/talkContext.ts';
import { useApp } from '../../app/AppContext.tsx';
import { Announced } from '../../kit/messages/Announced.tsx';
import { tokens } from '../../theme/tokens.ts';
import { secureAddress } from '../frame/OriginNotice.tsx';
import { useTalk } from './useTalk.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    alignItems: 'center',
    gap: '12px',
    minHeight: '36px',
    padding: '4px 4px 4px 12px',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.tocsinFaultEdge}`,
    borderRadius: tokens.borderRadiusLarge,
    color: tokens.tocsinFaultText,
    backgroundColor: tokens.tocsinFaultTint,
    boxShadow: tokens.shadow16,
    '& > svg': { flexShrink: 0 },
  },
  text: { flexGrow: 1, minWidth: 0 },
  again: { flexShrink: 0, whiteSpace: 'nowrap' },
});

/** Troubles that another attempt with this browser and address cannot overcome. */
const lasting: readonly (TalkTrouble | null)[] = ['insecure', 'unsupported'];

/**
 * Reason why a talk was refused, or ended by itself. It is not sent later by itself: `onAgain` asks with the
 * terminals that would hear it now.
 */
export function TalkFailed(props: { onAgain: (order: TalkOrder) => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { api } = useApp();
  const { context, dismiss } = useTalk();
  const [port, setPort] = useState<number | null>(null);
  const { order } = context;
  const reason = context.trouble === null ? context.message : t(`talk.trouble.${context.trouble}`);
  const isInsecure = context.trouble === 'insecure';
  useEffect(() => {
    if (!isInsecure) return;
    void api
      .get<{ https_port: number | null }>('/v1/origin', undefined, { quiet: true })
      .then((origin) => setPort(origin.https_port))
      .catch(() => undefined);
  }, [api, isInsecure]);
  return (
    <div className={s.root} data-testid="talk-bar" data-phase="failed">
      <MicOffRegular fontSize={20} />
      <Announced urgency="urgent">{reason}</Announced>
      <span className={s.text}>{reason}</span>
      {isInsecure && port !== null && (
        <Link href={secureAddress(window.location, port)}>{t('shell.openSecure')}</Link>
      )}
      {order !== null && !lasting.includes(context.trouble) && (
        <Button
          size="small"
          className={s.again}
          onClick={() => {
            dismiss();
            props.onAgain(order);
          }}
        >
          {t('talk.again')}
        </Button>
      )}
      <Button
        size="small"
        appearance="transparent"
        icon={<DismissRegular />}
        aria-label={t('common.close')}
        title={t('common.close')}
        onClick={dismiss}
      />
    </div>
  );
}
