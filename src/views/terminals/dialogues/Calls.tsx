import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { CallEndRegular } from '@fluentui/react-icons';
import { useTranslation } from 'react-i18next';
import type { CallLive } from '../../../../contract/protocol/call.ts';
import { useApp, usePermission, useSiteClock } from '../../app/AppContext.tsx';
import { useObservable } from '../../app/useObservable.ts';
import { BusyButton } from '../../kit/action/BusyButton.tsx';
import { useHeldRows } from '../../kit/rows/useHeldRows.ts';
import { durationText } from '../../kit/time/lengths.ts';
import { useSecond } from '../../kit/time/useTick.ts';
import { ListenControl } from '../../shared/talk/ListenControl.tsx';
import { tokens } from '../../theme/tokens.ts';
import { callSeconds } from './dialogueColumns.ts';

const useStyles = makeStyles({
  list: {
    // Always the same: calls that come and go must not move the list below.
    flexShrink: 0,
    height: '80px',
    boxSizing: 'border-box',
    overflowY: 'auto',
    margin: 0,
    padding: 0,
    listStyle: 'none',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: { display: 'flex', alignItems: 'center', gap: '12px', minHeight: '40px', padding: '0 12px' },
  who: { fontWeight: tokens.fontWeightSemibold },
  state: { color: tokens.colorNeutralForeground3, flexGrow: 1 },
  gone: { textDecorationLine: 'line-through' },
  none: { color: tokens.colorNeutralForeground3, padding: '8px 12px' },
});

const none: CallLive[] = [];
const idOf = ({ id }: CallLive) => id;

/**
 * Lists ringing and answered calls with their parties and durations. A row with a hang-up button stays in its
 * place while somebody is at the list.
 */
export function Calls() {
  const s = useStyles();
  const { t } = useTranslation();
  const { api, streams } = useApp();
  const clock = useSiteClock();
  const may = usePermission();
  const calls = useObservable(streams.call.rows$, none);
  const held = useHeldRows(calls, idOf);
  useSecond();
  const stationOf = (id: number) => streams.terminals.dialogue.get(id) ?? streams.terminals.caster.get(id);
  const hangUp = async (caller: number) => {
    const kind = streams.terminals.dialogue.get(caller) === undefined ? 'caster' : 'dialogue';
    await api.post(`/v1/${kind}/${caller}/hang_up`);
  };
  return (
    <ul className={s.list} aria-label={t('dialogue.calls')} data-testid="calls" {...held.props}>
      {calls.length === 0 && <li className={s.none}>{t('dialogue.noCalls')}</li>}
      {held.rows.map(({ row: call, isGone }) => {
        const seconds = callSeconds(call, clock.now());
        return (
          <li key={call.id} className={s.row}>
            <span className={mergeClasses(s.who, isGone && s.gone)}>
              {call.caller_name} → {call.callee_name}
            </span>
            <span className={s.state}>
              {t(`caster.state.${call.state}`)}
              {seconds === null ? '' : ` ${durationText(t, seconds * 1000)}`}
            </span>
            {!isGone && (
              <>
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
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
