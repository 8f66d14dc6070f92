import { makeStyles } from '@fluentui/react-components';
import { useCriteria } from '../../kit/rows/useCriteria.ts';
import { ScheduleTabs } from './ScheduleTabs.tsx';
import { TaskList } from './TaskList.tsx';
import { TimelineView } from './timeline/TimelineView.tsx';

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0 },
  body: { flexGrow: 1, minHeight: 0 },
});

/** menu_task_management: saved tasks of all kinds by plan, with a timeline. */
export function Component() {
  const s = useStyles();
  const isTimeline = useCriteria().criteria.filters.view === 'timeline';
  return (
    <div className={s.root}>
      <ScheduleTabs shown={isTimeline ? 'timeline' : 'tasks'} />
      <div className={s.body}>{isTimeline ? <TimelineView /> : <TaskList />}</div>
    </div>
  );
}
