import type { BatchResult, Page } from '../../../../contract/api/envelope.ts';
import type { HolidayBody, Holidays } from '../../../../contract/entities/tasks/holidays.ts';
import type { OfflineStorageRow } from '../../../../contract/entities/tasks/offlineStorage.ts';
import type { Plan } from '../../../../contract/entities/tasks/plan.ts';
import type { PlanFile, PlanImportReport } from '../../../../contract/entities/tasks/planFile.ts';
import type {
  Run,
  ScheduledTask,
  ScheduledTaskForm,
  TaskPreview,
  Timeline,
} from '../../../../contract/entities/tasks/scheduledTask.ts';
import type { DelayBody, DelayPreview, DelayQuery } from '../../../../contract/entities/tasks/taskDelay.ts';
import type {
  Timetable,
  TimetableBody,
  TimetableChange,
} from '../../../../contract/entities/tasks/timetable.ts';
import type { Api, CallOptions, Query } from '../../../api/client.ts';

const quiet = { quiet: true } as const;

/** Body of the preview: the task as it would be saved, the one it replaces, and the date. */
export interface PreviewBody {
  task: ScheduledTaskForm;
  id?: number;
  date?: string;
}

/** Calls of saved tasks. Forms and dialogs show refusals themselves, so their calls are quiet. */
export function taskCalls(api: Api) {
  const path = '/v1/scheduled_task';
  return {
    get: (id: number) => api.get<ScheduledTask>(`${path}/${id}`, undefined, quiet),
    copy: (id: number, body: { name: string; plan_id?: number | null }) =>
      api.post<ScheduledTask>(`${path}/${id}/copy`, body, quiet),
    batch: (ids: readonly number[], action: string, more?: Query, options?: CallOptions) =>
      api.post<BatchResult>(`${path}/batch`, { ids, action, ...more }, options),
    runs: (id: number, limit: number) => api.get<Run[]>(`${path}/${id}/run`, { limit }, quiet),
    keeping: (id: number, limit: number) =>
      api.get<Page<OfflineStorageRow>>(`${path}/${id}/keeping`, { limit, synced: false }, quiet),
    preview: (body: PreviewBody, signal: AbortSignal) =>
      api.post<TaskPreview>(`${path}/dry_run`, body, { quiet: true, signal }),
    previewDelay: (body: DelayQuery, signal: AbortSignal) =>
      api.post<DelayPreview>(`${path}/delay/dry_run`, body, { quiet: true, signal }),
    delay: (body: DelayBody) => api.post<{ moved: number }>(`${path}/delay`, body, quiet),
    timeline: (query: { from: number; to: number; org?: number; plan_id?: number }) =>
      api.get<Timeline>('/v1/timeline', query, quiet),
    next: (limit: number) => api.get<Run[]>('/v1/next_run', { limit }, quiet),
  };
}
export type TaskCalls = ReturnType<typeof taskCalls>;

/** Calls of plans. */
export function planCalls(api: Api) {
  const path = '/v1/plan';
  return {
    list: (query: Record<string, string | number>) => api.get<Page<Plan>>(path, query),
    file: (ids: readonly number[]) => api.get<PlanFile>(`${path}/export`, { ids: ids.join(',') }),
    /** Imports the plans of a file, all or none; `isDry`: only reports the result. */
    take: (file: unknown, isDry: boolean) =>
      api.post<PlanImportReport>(`${path}/import?dry_run=${isDry}`, file as object, quiet),
    holidays: (body: HolidayBody) => api.post<Holidays>(`${path}/holidays`, body, quiet),
    timetable: (id: number) => api.get<Timetable>(`${path}/${id}/timetable`, undefined, quiet),
    previewTimetable: (id: number, body: TimetableBody, signal: AbortSignal) =>
      api.post<TimetableChange>(`${path}/${id}/timetable/dry_run`, body, { quiet: true, signal }),
    saveTimetable: (id: number, body: TimetableBody) =>
      api.put<TimetableChange>(`${path}/${id}/timetable`, body, quiet),
    copy: (id: number, body: { name: string }) => api.post<Plan>(`${path}/${id}/copy`, body, quiet),
    batch: (ids: readonly number[], action: string, more?: Query, options?: CallOptions) =>
      api.post<BatchResult>(`${path}/batch`, { ids, action, ...more }, options),
  };
}
