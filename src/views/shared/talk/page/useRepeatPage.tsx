import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { busyPolicy } from '../../../../../contract/codes.ts';
import type { StartRealTimeTask, TaskDryRun } from '../../../../../contract/entities/tasks/broadcast.ts';
import type { LastPage } from '../../../../../contract/entities/tasks/lastPage.ts';
import type { StartedTask } from '../../../../../contract/entities/tasks/queuedStart.ts';
import { useApp } from '../../../app/AppContext.tsx';
import { useMessages } from '../../../kit/messages/MessagesContext.tsx';
import { useStartedReport } from '../../queue/useStartedReport.ts';
import { RepeatQuestion } from './RepeatQuestion.tsx';

/** Tells if a repeat would take terminals from something, or would itself not be heard everywhere at once. */
const disturbs = (run: TaskDryRun) => run.preempts.length + run.waits.length > 0;

/**
 * Repeats the last page of this account by one press. Where it would pre-empt something, or would be heard later, it
 * asks first.
 */
export function useRepeatPage() {
  const { t } = useTranslation();
  const { api } = useApp();
  const messages = useMessages();
  const report = useStartedReport();
  const [asked, setAsked] = useState<StartRealTimeTask | null>(null);

  async function send(task: StartRealTimeTask): Promise<void> {
    const started = await api.post<StartedTask>('/v1/task', task);
    report(task.name, started, t('talk.repeated', { name: task.name }));
    setAsked(null);
  }
  return {
    async repeat(): Promise<void> {
      const page = await api.get<LastPage | null>('/v1/task/last_page');
      if (page === null) messages.add('warning', t('talk.repeatNone'));
      else if (page.task === null) messages.add('warning', t('talk.repeatUnheard', { name: page.name }));
      else {
        const byRank = { ...page.task, busy_policy: busyPolicy.preempt };
        const run = await api.post<TaskDryRun>('/v1/task/dry_run', byRank);
        if (disturbs(run)) setAsked(page.task);
        else await send(page.task);
      }
    },
    question: asked !== null && <RepeatQuestion task={asked} onSend={send} onClose={() => setAsked(null)} />,
  };
}
