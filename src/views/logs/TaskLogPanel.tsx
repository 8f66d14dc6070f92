import { makeStyles } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { TaskLogRow } from '../../../contract/entities/tasks/taskLog.ts';
import { formatTimestamp } from '../../../contract/format.ts';
import { useSiteClock } from '../app/AppContext.tsx';
import { ScreenLink } from '../app/ScreenLink.tsx';
import { SidePanel } from '../kit/layout/SidePanel.tsx';
import { FaultGlyph } from '../kit/status/Glyph.tsx';
import { RunHistory } from '../shared/history/RunHistory.tsx';
import { TargetList } from '../shared/targets/TargetList.tsx';
import { tokens } from '../theme/tokens.ts';
import { isControl } from './taskLogColumns.ts';

const useStyles = makeStyles({
  fault: { display: 'flex', gap: '6px', padding: '0 16px 4px', color: tokens.tocsinFaultText },
});

/** Refresh interval of a run in progress or just ended, ms. */
const everyMs = 3000;

/** Proof of delivery of one run: each terminal with its reason, those that were not heard first. */
export function TaskLogPanel(props: { id: number; run: TaskLogRow | undefined; onClose: () => void }) {
  const s = useStyles();
  const { t } = useTranslation();
  const zone = useSiteClock().timeZone();
  const { id, run } = props;
  const proof = run !== undefined && isControl(run) ? 'done' : 'heard';
  const at = (seconds: number | null) => formatTimestamp(seconds, t('common.none'), zone);
  return (
    <SidePanel
      label={t('taskLog.proofOf', { name: run?.task_name ?? '' })}
      title={run?.task_name ?? t('common.details')}
      caption={
        run !== undefined && (
          <>
            {at(run.start_time)}
            {run.end_time !== null && ` – ${at(run.end_time).slice(11)}`}
            {run.due_time !== null && <div>{t('taskLog.due', { time: at(run.due_time) })}</div>}
            <div>{t(`taskLog.result.${run.result ?? 'on_air'}`)}</div>
            {run.task_id !== null && (
              <ScreenLink
                screen="menu_task_management"
                search={{ id: String(run.task_id) }}
                without="nothing"
              >
                {t('taskLog.toTask')}
              </ScreenLink>
            )}
          </>
        )
      }
      testId="task-log-panel"
      onClose={props.onClose}
    >
      {run !== undefined && run.error !== '' && (
        <div className={s.fault}>
          <FaultGlyph />
          {run.error}
        </div>
      )}
      {run !== undefined && proof === 'heard' && (
        <RunHistory run={{ id, name: run.task_name, from: run.start_time, to: run.end_time }} />
      )}
      <TargetList
        of="task_log"
        id={id}
        proof={proof}
        filter="heard"
        options={[
          { value: 'true', label: t(proof === 'done' ? 'task.done' : 'task.targetState.heard') },
          { value: 'false', label: t(proof === 'done' ? 'task.notDone' : 'task.targetState.unheard') },
        ]}
        everyMs={run !== undefined && run.result === null ? everyMs : false}
      />
    </SidePanel>
  );
}
