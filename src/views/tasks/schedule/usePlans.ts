import type { Plan } from '../../../../contract/entities/tasks/plan.ts';
import { useApp } from '../../app/AppContext.tsx';
import { useNamedRows } from '../../kit/rows/useNamedRows.ts';

/** Plans by name, live; undefined before the first snapshot. */
export function usePlans(): readonly Plan[] | undefined {
  return useNamedRows(useApp().streams.plan);
}
