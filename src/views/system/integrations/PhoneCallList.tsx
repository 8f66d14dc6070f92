import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneCallLive } from '../../../../contract/entities/site/phoneCall.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { recentTime } from '../../kit/time/recentTime.ts';
import { tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  title: {
    flexShrink: 0,
    margin: 0,
    padding: '8px 16px',
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
  },
  list: { flexGrow: 1, minHeight: 0, overflowY: 'auto', margin: 0, padding: '0 16px', listStyle: 'none' },
  call: { padding: '6px 0', borderBottom: `1px solid ${tokens.colorNeutralStroke3}` },
  line: { display: 'flex', justifyContent: 'space-between', gap: '8px', overflowWrap: 'anywhere' },
  more: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  none: { padding: '0 16px', color: tokens.colorNeutralForeground3 },
});

const none: PhoneCallLive[] = [];

/** Last calls of a telephone system, the newest first. */
export function PhoneCallList(props: { integration: number }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const clock = useSiteClock();
  const all = useObservable(streams.phoneCall.rows$, none);
  const calls = useMemo(
    () => all.filter(({ integration }) => integration === props.integration).sort((a, b) => b.id - a.id),
    [all, props.integration],
  );
  const zone = clock.timeZone();
  return (
    <>
      <h3 className={s.title}>{t('integration.phoneCalls')}</h3>
      {calls.length === 0 && <p className={s.none}>{t('integration.noPhoneCalls')}</p>}
      <ul className={s.list} aria-label={t('integration.phoneCalls')}>
        {calls.map((call) => (
          <li key={call.id} className={s.call}>
            <div className={s.line}>
              <span>{call.caller || t('integration.unknownCaller')}</span>
              <span>{t(`integration.phoneResults.${call.result}`)}</span>
            </div>
            <div className={s.line}>
              <span className={s.more}>
                {[
                  call.action === null ? '' : `${call.code} · ${t(`integration.dialActions.${call.action}`)}`,
                  call.account,
                ]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
              <span className={s.more}>
                {recentTime(call.at, clock.now(), '', zone)}
                {call.length_s === null ? '' : ` · ${durationText(t, call.length_s * 1000)}`}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
