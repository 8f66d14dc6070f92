import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Unsent } from '../../../machines/outbox.ts';
import { unsentName } from '../../../machines/unsentName.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { presentState$ } from './presentState.ts';
import { unsentText } from './unsentWords.ts';
import { useSendAgain } from './useSendAgain.ts';

const useStyles = makeStyles({
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '12px', minHeight: '32px' },
  text: { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
});

/** One action without a response: what and when, the present state, and the decision. */
export function UnsentRow({ unsent }: { unsent: Unsent }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { outbox, streams, now } = useApp();
  const clock = useSiteClock();
  const sendAgain = useSendAgain();
  const isLive = useObservable(streams.connection$, 'idle') === 'live';
  const { key, what, at } = unsent;
  const state = useObservable(
    useMemo(() => presentState$(streams, what), [streams, what]),
    null,
  );
  const text = unsentText(t, what, unsent.name || unsentName(streams, what));
  const time = clockTime(clock.now() - (now() - at), clock.timeZone());
  return (
    <li className={s.row} data-testid="unsent-action">
      <span className={s.text}>
        {t('unsent.noAnswer', { what: text, time })}{' '}
        <b>
          {!isLive && t('unsent.asksLater')}
          {isLive && state !== null && t('unsent.now', { state: t(state.key, { ...state.params }) })}
        </b>
      </span>
      {isLive && state?.isPossible && what.on === 'alarm' && (
        // An action on an alarm has its guard in alarm control.
        <ScreenLink screen="menu_fire_gpio_task" search={{ plan: String(what.plan) }} without="nothing">
          {t('alarm.openControl')}
        </ScreenLink>
      )}
      {isLive && state?.isPossible && what.on !== 'alarm' && (
        <BusyButton
          always
          size="small"
          aria-label={t('unsent.againNamed', { what: text })}
          onPress={() => sendAgain(unsent)}
        >
          {t('unsent.again')}
        </BusyButton>
      )}
      <Button
        size="small"
        appearance="subtle"
        icon={<DismissRegular />}
        aria-label={t('unsent.discard', { what: text })}
        title={t('unsent.discard', { what: text })}
        onClick={() => outbox.dismiss(key)}
      />
    </li>
  );
}
