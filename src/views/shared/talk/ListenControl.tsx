import { Button, Checkbox, makeStyles } from '@fluentui/react-components';
import { HeadphonesRegular, StopRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListenRequest } from '../../../../contract/protocol/listen.ts';
import type { Subscription } from '../../../streams/clientState.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { DialogFrame } from '../../kit/layout/DialogFrame.tsx';
import { useMessages } from '../../kit/messages/MessagesContext.tsx';
import { usePreference } from '../../kit/preferences/PreferencesContext.tsx';
import { LevelMeter } from '../../kit/status/LevelMeter.tsx';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', gap: '12px', padding: '8px 0' },
  note: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  meter: { flexGrow: 1, minWidth: '64px' },
});

/** Storage key of the notice about listening, per account: shown until switched off. */
const noticeKey = 'deviceSubScribeInfo';

/**
 * Button for listening to a terminal or its call, with a note ("Device has been subscribed") if somebody does
 * already.
 */
export function ListenControl(props: {
  terminal: number;
  what: ListenRequest['what'];
  /** True when there is sound to listen to now. */
  isThere: boolean;
  listeners: number;
}) {
  const { terminal, what, isThere, listeners } = props;
  const s = useStyles();
  const { t } = useTranslation();
  const may = usePermission();
  const { listen, client } = useApp();
  const messages = useMessages();
  const [notice, setNotice] = usePreference(noticeKey);
  // The stored value is read once; a choice made now takes effect at once.
  const [isKnown, setKnown] = useState(false);
  const [isExplaining, setExplaining] = useState(false);
  const [level, setLevel] = useState<{ level: number; peak: number } | null>(null);
  const [isListening, setListening] = useState(false);
  const end = useRef<(() => void) | null>(null);
  const own = useRef<Subscription | null>(null);
  const stop = useCallback(() => {
    end.current?.();
    end.current = null;
    client.unsubscribed(own.current);
    own.current = null;
    setListening(false);
    setLevel(null);
  }, [client]);
  useEffect(() => {
    // A page has one loudspeaker: listening at another place of the page ends this one.
    const other = client.deviceSubScribeInfo$.subscribe((now) => {
      if (own.current !== null && now !== own.current) stop();
    });
    return () => {
      other.unsubscribe();
      end.current?.();
      client.unsubscribed(own.current);
    };
  }, [client, stop]);
  const start = () => {
    setExplaining(false);
    setListening(true);
    own.current = client.subscribed({ terminal, what });
    end.current = listen({ terminal, what }, (news) => {
      if (news.type === 'level') setLevel(news);
      else if (news.type === 'listening') {
        if (news.message !== '') messages.add('info', news.message);
      } else {
        if (news.type === 'listen.refused') messages.add('error', news.message);
        else messages.add('info', t('listen.ended'));
        stop();
      }
    });
  };
  const know = () => {
    setKnown(true);
    setNotice(false);
  };
  const isMay = may('operate_listen_in');
  if (!isMay && listeners === 0) return null;
  return (
    <div className={s.root}>
      {isMay && (
        <Button
          size="small"
          icon={isListening ? <StopRegular /> : <HeadphonesRegular />}
          disabledFocusable={!isThere && !isListening}
          aria-pressed={isListening}
          onClick={() => {
            if (isListening) stop();
            else if (notice === false || isKnown) start();
            else setExplaining(true);
          }}
        >
          {t(isListening ? 'listen.stop' : 'listen.start')}
        </Button>
      )}
      {isListening ? (
        <span className={s.meter} data-testid="listen-level" data-level={level?.level ?? ''}>
          <LevelMeter level={level?.level ?? null} peak={level?.peak ?? null} silent={false} key={terminal} />
        </span>
      ) : (
        listeners > 0 && <span className={s.note}>{t('terminal.subscribed')}</span>
      )}
      {isExplaining && <Explanation onClose={() => setExplaining(false)} onListen={start} onKnown={know} />}
    </div>
  );
}

/** Explanation before the first time: the other side is notified, and listening is logged. */
function Explanation(props: { onClose: () => void; onListen: () => void; onKnown: () => void }) {
  const { t } = useTranslation();
  const [isKnown, setKnown] = useState(false);
  return (
    <DialogFrame
      title={t('listen.noticeTitle')}
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('common.cancel')}</Button>
          <Button
            appearance="primary"
            onClick={() => {
              if (isKnown) props.onKnown();
              props.onListen();
            }}
          >
            {t('listen.start')}
          </Button>
        </>
      }
    >
      <p>{t('listen.notice')}</p>
      <Checkbox
        checked={isKnown}
        label={t('listen.noticeAgain')}
        onChange={(_, { checked }) => setKnown(checked === true)}
      />
    </DialogFrame>
  );
}
