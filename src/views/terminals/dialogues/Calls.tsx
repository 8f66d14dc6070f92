import { makeStyles } from '@fluentui/react-components';
import { CallEndRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { durationText } from '../../kit/time/lengths.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { ListenControl } from '../../shared/talk/ListenControl.tsx';
import { tokens } from '../../theme/tokens.ts';
import { callSeconds } from './dialogueColumns.ts';

const useStyles = makeStyles({
  list: {
    flexShrink: 0,
    maxHeight: '132px',
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyle: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '40px', padding: '0 12px' },
  who: { fontWeight: tokens.fontWeightSemibold },
  state: { color: tokens.colorNeutralForeground3, flexGrow: 1 },
  none: { color: tokens.colorNeutralForeground3, padding: '8px 12px', flexShrink: 0 },
});

/** Lists ringing and answered calls with their parties and durations. */
export function Calls() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const calls = useObservable(streams.call.rows$, []);
  useSecond();
  if (calls.length === 0) return <div className={s.none}>{t('dialogue.noCalls')}</div>;
  const stationOf = (id: number) => streams.terminals.dialogue.get(id) ?? streams.terminals.caster.get(id);
  const hangUp = async (caller: number) => {
    const kind = streams.terminals.dialogue.get(caller) === undefined ? 'caster' : 'dialogue';
    await api.post(`/v1/${kind}/${caller}/hang_up`);
  };
  return (
    <ul className={s.list} aria-label={t('dialogue.calls')} data-testid="calls">
      {calls.map((call) => {
        const seconds = callSeconds(call, clock.now());
        return (
          <li key={call.id} className={s.row}>
            <span className={s.who}>
              {call.caller_name} → {call.callee_name}
            </span>
            <span className={s.state}>
              {t(`caster.state.${call.state}`)}
              {seconds === null ? '' : ` ${durationText(t, seconds * 1000)}`}
            </span>
            <ListenControl
              terminal={call.caller}
              what="call"
              isThere={call.state === 'talking'}
              listeners={stationOf(call.caller)?.listeners ?? 0}
            />
            <BusyButton
              size="small"
              always
              icon={<CallEndRegular />}
              reason={may('operate_dialogue') ? undefined : t('kit.noRight')}
              onPress={() => hangUp(call.caller)}
            >
              {t('dialogue.hangUp')}
            </BusyButton>
          </li>
        );
      })}
    </ul>
  );
}
