import { Button, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { Unsent } from '../../../machines/outbox.ts';
import { useApp, useSiteClock } from '../../app/AppContext.tsx';
import { ScreenLink } from '../../app/ScreenLink.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { clockTime } from '../../kit/time/clockTime.ts';
import { FaultBanner } from '../../shared/frame/FaultBanner.tsx';
import { usePerformPlayback, usePlaybacks } from '../../shared/playback/usePlaybacks.ts';
import { useStopAll } from '../../shared/startTask/useStopAll.ts';
import { vh } from '../../theme/tokens.ts';
import { usePresentState } from './usePresentState.ts';

const useStyles = makeStyles({
  list: {
    display: 'flex',
    flexDirection: 'column',
    flexGrow: 1,
    minWidth: 0,
    maxHeight: vh(30),
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '12px', minHeight: '32px' },
  text: { flex: '1 1 200px', minWidth: 0, overflowWrap: 'anywhere' },
});

/**
 * Banner of requests that a lost link has held up: acknowledgements, which are sent when the link is back, and
 * actions, which a person decides on again by the present state (docs/rules/live.md#a-lost-link).
 */
export function UnsentBanner() {
  const { t } = useTranslation();
  const { outbox } = useApp();
  const waiting = useObservable(outbox.waiting$, outbox.waiting$.value);
  const unsent = useObservable(outbox.unsent$, outbox.unsent$.value);
  if (waiting.size === 0 && unsent.length === 0) return null;
  return (
    <FaultBanner testid="unsent" alert={t(unsent.length > 0 ? 'unsent.actions' : 'unsent.waits')}>
      <Held waiting={waiting.size} unsent={unsent} />
    </FaultBanner>
  );
}

/** Mounted only while something is held up: it reads live rows. */
function Held(props: { waiting: number; unsent: readonly Unsent[] }) {
  const s = useStyles();
  const { t } = useTranslation();
  const { outbox, streams, now } = useApp();
  const clock = useSiteClock();
  const stateOf = usePresentState();
  const isLive = useObservable(streams.connection$, 'idle') === 'live';
  const timeOf = ({ at }: Unsent) => clockTime(clock.now() - (now() - at), clock.timeZone());
  const wordOf = ({ what }: Unsent) => {
    if (what.on === 'all') return t('common.stopAll');
    if (what.on === 'alarm') return t(`codes.alarmAction.${what.action}`);
    if (what.action === 'previous' || what.action === 'next') return t(`common.${what.action}`);
    return t(`codes.playbackAction.${what.action}`);
  };
  return (
    <ul className={s.list}>
      {props.waiting > 0 && (
        <li className={s.row} data-testid="unsent-waiting">
          <span className={s.text}>{t('unsent.acknowledgements', { n: props.waiting })}</span>
        </li>
      )}
      {props.unsent.map((one) => {
        const { status, isPossible } = stateOf(one.what);
        const what =
          one.name === '' ? wordOf(one) : t('unsent.what', { action: wordOf(one), name: one.name });
        return (
          <li key={one.key} className={s.row} data-testid="unsent-action">
            <span className={s.text}>
              {t('unsent.noAnswer', { what, time: timeOf(one) })}{' '}
              <b>
                {isLive
                  ? t('unsent.now', { state: status === null ? t('task.ended') : t(`status.${status}`) })
                  : t('unsent.asksLater')}
              </b>
            </span>
            {isLive && isPossible && <Again unsent={one} label={wordOf(one)} />}
            <Button
              size="small"
              appearance="subtle"
              icon={<DismissRegular />}
              aria-label={t('unsent.discard', { what })}
              title={t('unsent.discard', { what })}
              onClick={() => outbox.dismiss(one.key)}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The action again; one on an alarm has its guard in alarm control, so it leads there. */
function Again({ unsent: { what }, label }: { unsent: Unsent; label: string }) {
  const { t } = useTranslation();
  const perform = usePerformPlayback();
  const playbacks = usePlaybacks();
  const stopAll = useStopAll(playbacks);
  if (what.on === 'alarm')
    return (
      <ScreenLink screen="menu_fire_gpio_task" search={{ plan: String(what.plan) }} without="nothing">
        {t('alarm.openControl')}
      </ScreenLink>
    );
  const press = () =>
    what.on === 'all' ? stopAll(undefined, what.org ?? undefined) : perform(what.on, what.id, what.action);
  return (
    <BusyButton always size="small" onPress={press}>
      {label}
    </BusyButton>
  );
}
