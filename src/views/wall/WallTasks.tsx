import { mergeClasses } from '@fluentui/react-components';
import { useTranslation } from 'react-i18next';
import type { BroadcastLive } from '../../../contract/entities/tasks/broadcast.ts';
import type { QueuedStartLive } from '../../../contract/entities/tasks/queuedStart.ts';
import { useApp, useSiteClock } from '../app/AppContext.tsx';
import { useObservable } from '../app/useObservable.ts';
import { NameText } from '../kit/layout/NameText.tsx';
import { useRowsNow } from '../kit/list/useRowsNow.ts';
import { FaultGlyph, Glyph } from '../kit/status/Glyph.tsx';
import { StatusChip } from '../kit/status/StatusChip.tsx';
import { durationText } from '../kit/time/lengths.ts';
import { useSecond } from '../kit/time/useTick.ts';
import { queueText } from '../shared/queue/queueText.ts';
import { isOfAlarm, taskProgress } from '../shared/startTask/taskState.ts';
import { useWallStyles } from './wallStyles.ts';

const shownMax = 4;
/** Most starts that wait and are shown. */
const queuedMax = 2;

/** Running broadcasts, numbered as in the picture, with the number of terminals where each is heard. */
export function WallTasks() {
  const s = useWallStyles();
  const { t } = useTranslation();
  const { streams } = useApp();
  const list = useObservable<BroadcastLive[] | null>(streams.onAir$, null);
  const queued = useRowsNow(streams.queuedStart).toSorted((a, b) => a.position - b.position);
  const more = (list?.length ?? 0) - shownMax;
  return (
    <section className={mergeClasses(s.section, s.grows)}>
      <div className={s.head}>
        <h2 className={s.h2}>{t('shell.onAirTitle')}</h2>
        <span className={s.side}>{t('wall.soundingOf')}</span>
      </div>
      {list?.length === 0 && <div className={s.none}>{t('shell.nothingOnAir')}</div>}
      <ol className={s.list} data-testid="wall-tasks">
        {list?.slice(0, shownMax).map((task, i) => (
          <Task key={task.id} task={task} number={i + 1} />
        ))}
      </ol>
      {more > 0 && <div className={s.more}>{t('wall.moreTasks', { n: more })}</div>}
      {queued.length > 0 && (
        <ol className={s.list} aria-label={t('queue.title')} data-testid="wall-queue">
          {queued.slice(0, queuedMax).map((row) => (
            <Queued key={row.id} row={row} />
          ))}
        </ol>
      )}
    </section>
  );
}

/** A start that waits: for whom, and how long. */
function Queued({ row }: { row: QueuedStartLive }) {
  const s = useWallStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  useSecond();
  const { waits, until } = queueText(t, row, clock.now());
  return (
    <li className={s.task}>
      <span className={s.clock}>
        <Glyph name="clock" size={18} />
      </span>
      <div className={s.texts}>
        <div className={s.pair}>
          <span className={s.strong}>
            <NameText name={row.name} />
          </span>
          <span className={s.figure}>{row.targets}</span>
        </div>
        <div className={s.pair}>
          <span className={s.detail}>{waits}</span>
          <span className={s.aside}>{until}</span>
        </div>
      </div>
    </li>
  );
}

function Task({ task, number }: { task: BroadcastLive; number: number }) {
  const s = useWallStyles();
  const { t } = useTranslation();
  const clock = useSiteClock();
  useSecond();
  const { played_ms: played, left_ms: left } = taskProgress(task, clock.now());
  const total = left === null ? 0 : played + left;
  const time = (ms: number) => durationText(t, ms);
  const missing = task.state === 'playing' ? task.silent + task.offline : 0;
  return (
    <li className={s.task}>
      <span className={mergeClasses(s.number, isOfAlarm(task) && s.alarmNumber)}>{number}</span>
      <div className={s.texts}>
        <div className={s.pair}>
          <span className={s.strong}>
            <NameText name={task.name} />
          </span>
          <span className={s.figure}>
            {task.sounding} / {task.targets}
          </span>
        </div>
        <div className={s.pair}>
          <span className={s.detail}>
            <NameText name={`${t(`codes.taskType.${task.task_type}`)} ${task.priority} ${task.item_name}`} />
          </span>
          {task.state !== 'playing' && <StatusChip status={task.state} />}
          {missing > 0 && (
            <span className={s.missing}>
              <FaultGlyph size={20} />
              {t('home.notSounding', { missing })}
            </span>
          )}
          {task.state === 'playing' && missing === 0 && task.behind_relay > 0 && (
            <span className={s.aside}>{t('home.behindRelay', { n: task.behind_relay })}</span>
          )}
          {task.state === 'playing' && missing + task.behind_relay === 0 && task.unknown > 0 && (
            <span className={s.aside}>{t('home.unknown', { unknown: task.unknown })}</span>
          )}
          {task.state === 'playing' && missing + task.behind_relay + task.unknown === 0 && (
            <span className={s.aside}>{left === null ? t('home.noEnd') : `−${time(left)}`}</span>
          )}
        </div>
        <div className={mergeClasses(s.bar, total === 0 && s.endless)}>
          {total > 0 && <span className={s.fill} style={{ width: `${(played / total) * 100}%` }} />}
        </div>
      </div>
    </li>
  );
}
