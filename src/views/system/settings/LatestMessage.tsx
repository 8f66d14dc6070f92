import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { throttleTime } from 'rxjs';
import { useApp } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { CopyButton } from '../../kit/action/CopyButton.tsx';
import { useSecond } from '../../kit/time/useTick.ts';
import { useVersionStyles } from './versionStyles.ts';

/** Interval at which the shown message changes, ms: up to ten arrive in a second. */
const everyMs = 1_000;
/** Characters that are shown; a snapshot of a large site has megabytes. The copy is whole. */
const SHOWN = 4_000;
/** A scrolling area must be reachable by keyboard. */
const scrolled = {
  role: 'group',
  tabIndex: 0,
  'aria-labelledby': 'latest-message',
  'data-testid': 'latest-message',
};

/** Section of the version screen, for support: the latest message of the live connection, and its age. */
export function LatestMessage() {
  const s = useVersionStyles();
  const { t } = useTranslation();
  const { client, now } = useApp();
  useSecond();
  const latest$ = useMemo(
    () => client.latestMessage$.pipe(throttleTime(everyMs, undefined, { leading: true, trailing: true })),
    [client],
  );
  const latest = useObservable(latest$, client.latestMessage$.value);
  const text = useMemo(() => (latest === null ? '' : JSON.stringify(latest.message)), [latest]);
  return (
    <section aria-labelledby="latest-message">
      <div className={s.head}>
        <h2 id="latest-message" className={s.heading}>
          {t('version.latestMessage')}
        </h2>
        {latest !== null && (
          <span className={s.end}>
            <CopyButton text={text} size="small" done={t('version.copied')}>
              {t('version.copy')}
            </CopyButton>
          </span>
        )}
      </div>
      <div className={s.reason}>{t('version.latestMessageWhy')}</div>
      <div data-testid="latest-message-type">
        {latest === null
          ? t('version.noMessage')
          : t('version.messageAge', {
              type: latest.message.type,
              seconds: Math.max(0, Math.round((now() - latest.at) / 1000)),
            })}
      </div>
      <pre className={s.message} {...scrolled}>
        {text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}
      </pre>
    </section>
  );
}
