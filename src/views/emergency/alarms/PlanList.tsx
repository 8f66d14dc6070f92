import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AlarmLive } from '../../../../contract/entities/tasks/alarm.ts';
import type { AlarmPlanLive } from '../../../../contract/entities/tasks/alarmPlan.ts';
import { useHeldRows } from '../../kit/rows/useHeldRows.ts';
import { StatusChip } from '../../kit/status/StatusChip.tsx';
import { SearchField } from '../../kit/toolbar/SearchField.tsx';
import { AlarmChip } from '../../shared/alarms/AlarmChip.tsx';
import { attentionSentence, planStand } from '../../shared/alarms/factSentences.ts';
import { sentenceText, unheardSentence } from '../../shared/alarms/sentences.ts';
import { narrowScreen, tokens } from '../../theme/tokens.ts';

const useStyles = makeStyles({
  root: {
    width: '260px',
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    borderRight: `1px solid ${tokens.colorNeutralStroke2}`,
    '@media (min-width: 1001px) and (max-width: 1500px)': { width: '208px' },
    [narrowScreen]: { width: '100%', maxHeight: '116px', borderRightStyle: 'none' },
  },
  search: { padding: '8px', '& > *': { width: '100%', minWidth: 0 } },
  list: { margin: 0, padding: 0, listStyle: 'none', overflowY: 'auto', flexGrow: 1 },
  item: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: '2px',
    width: '100%',
    // Room for the state of an alarm, so that its begin moves no plan below.
    minHeight: '82px',
    padding: '8px 12px',
    border: 'none',
    borderLeft: '3px solid transparent',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    textAlign: 'left',
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    color: tokens.colorNeutralForeground1,
    backgroundColor: 'transparent',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  chosen: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    borderLeft: `3px solid ${tokens.colorCompoundBrandStroke}`,
  },
  name: { fontWeight: tokens.fontWeightSemibold, overflowWrap: 'anywhere' },
  state: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '8px',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  silent: { color: tokens.tocsinFaultText, fontWeight: tokens.fontWeightSemibold },
  note: {
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
});

const idOf = ({ id }: AlarmPlanLive) => id;

/** Number of plans from which a search field is shown. */
const SEARCH_FROM = 8;

/**
 * Lists every alarm plan with its state; running ones come first, in the order of the strip. While somebody is
 * at the list, its plans keep their places.
 */
export function PlanList(props: {
  plans: readonly AlarmPlanLive[];
  alarms: readonly AlarmLive[];
  chosen: number | undefined;
  onChoose: (plan: number) => void;
}) {
  const s = useStyles();
  const { t } = useTranslation();
  const [q, setQ] = useState<string | undefined>();
  const found = props.plans.filter((plan) => !q || plan.name.toLowerCase().includes(q.toLowerCase()));
  const held = useHeldRows(found, idOf, q);
  return (
    <nav className={s.root} aria-label={t('alarm.plans')}>
      {props.plans.length >= SEARCH_FROM && (
        <div className={s.search}>
          <SearchField value={q} placeholder={t('alarm.searchPlans')} onChange={setQ} />
        </div>
      )}
      <ul className={s.list} {...held.props}>
        {held.rows.map(({ row: plan, isGone }) => {
          const alarm = props.alarms.find((one) => one.plan_id === plan.id);
          const isChosen = plan.id === props.chosen;
          return (
            <li key={plan.id}>
              <button
                type="button"
                className={mergeClasses(s.item, isChosen && s.chosen)}
                aria-current={isChosen}
                data-plan={plan.id}
                disabled={isGone}
                onClick={() => props.onChoose(plan.id)}
              >
                <span className={s.name}>{plan.name}</span>
                {alarm === undefined ? <PlanState plan={plan} /> : <AlarmStateText alarm={alarm} />}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

/** State of a running plan: acknowledged or not, and the number of loudspeakers that are not heard. */
function AlarmStateText({ alarm }: { alarm: AlarmLive }) {
  const s = useStyles();
  const { t } = useTranslation();
  const silent = unheardSentence(alarm);
  const attention = attentionSentence(alarm);
  return (
    <>
      <AlarmChip alarm={alarm} />
      {(attention !== null || silent !== null) && (
        <span className={s.state}>
          {attention !== null && <b>{sentenceText(t, attention)}</b>}
          {silent !== null && <span className={s.silent}>{sentenceText(t, silent)}</span>}
        </span>
      )}
    </>
  );
}

/** State of a plan that does not run, with any defect that would keep it from working. */
function PlanState({ plan }: { plan: AlarmPlanLive }) {
  const s = useStyles();
  const { t } = useTranslation();
  const stand = planStand(plan);
  const [first] = stand;
  if (first?.key === 'alarm.deviceOffline')
    return <StatusChip status="offline" text={t('alarm.deviceOffline')} />;
  if (first?.key === 'alarm.notReady') return <StatusChip status="build_failed" text={t('alarm.notReady')} />;
  return <span className={s.note}>{stand.map((sentence) => sentenceText(t, sentence)).join(' · ')}</span>;
}
