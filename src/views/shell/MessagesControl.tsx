import {
  Button,
  CounterBadge,
  makeStyles,
  Popover,
  PopoverSurface,
  PopoverTrigger,
} from '@fluentui/react-components';
import { AlertRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useSiteClock } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';
import { useMessages } from '../kit/messages/MessagesContext.tsx';
import { messageGlyph } from '../kit/messages/ToastHost.tsx';
import { Glyph } from '../kit/status/Glyph.tsx';
import { clockTime } from '../kit/time/clockTime.ts';
import { tokens, vh, vw } from '../theme/tokens.ts';

const useStyles = makeStyles({
  bell: { position: 'relative', display: 'inline-flex' },
  badge: {
    position: 'absolute',
    top: '-6px',
    right: '-8px',
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    color: tokens.colorNeutralForegroundInverted,
  },
  surface: { boxSizing: 'border-box', width: `min(420px, ${vw(100)})`, padding: '12px 16px' },
  head: { display: 'flex', alignItems: 'center', justifyContent: 'space-between', marginBottom: '8px' },
  title: { margin: 0, fontSize: tokens.fontSizeBase300, fontWeight: tokens.fontWeightSemibold },
  list: {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    maxHeight: vh(60),
    overflowY: 'auto',
    '& > li': {
      display: 'flex',
      gap: '8px',
      padding: '8px 0',
      borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    },
    '& svg': { flexShrink: 0, marginTop: '2px' },
    '& time': { marginLeft: 'auto', color: tokens.colorNeutralForeground3, flexShrink: 0 },
  },
});

/** Message centre, which keeps the last messages after their toasts. */
export function MessagesControl() {
  const s = useStyles();
  const { t } = useTranslation();
  const centre = useMessages();
  const clock = useSiteClock();
  const list = useObservable(centre.list$, centre.list$.value);
  const unseen = useObservable(centre.unseen$, centre.unseen$.value);
  const name = t('shell.messages', { unseen });
  return (
    <Popover positioning="below-end" trapFocus onOpenChange={(_, data) => data.open && centre.seen()}>
      <PopoverTrigger disableButtonEnhancement>
        <Button
          appearance="transparent"
          aria-label={name}
          title={name}
          data-testid="messages"
          icon={
            <span className={s.bell}>
              <AlertRegular />
              {unseen > 0 && <CounterBadge className={s.badge} size="small" count={unseen} />}
            </span>
          }
        />
      </PopoverTrigger>
      <PopoverSurface className={s.surface}>
        <div className={s.head}>
          <h2 className={s.title}>{t('shell.messageCentre')}</h2>
          {list.length > 0 && (
            <Button size="small" appearance="subtle" onClick={() => centre.clear()}>
              {t('common.clear')}
            </Button>
          )}
        </div>
        {list.length === 0 && <span>{t('shell.noMessages')}</span>}
        <ul className={s.list}>
          {list.map((message) => (
            <li key={message.id}>
              <Glyph name={messageGlyph[message.kind]} />
              <span>{message.text}</span>
              <time>{clockTime(message.at, clock.timeZone())}</time>
            </li>
          ))}
        </ul>
      </PopoverSurface>
    </Popover>
  );
}
