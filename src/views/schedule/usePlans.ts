import type { Plan } from '../../../contract/entities/plan.ts';
import { useApp } from '../app/AppContext.tsx';
import { useNamedRows } from '../kit/useNamedRows.ts';

/** Every plan by name, live; undefined until the first snapshot. */
export function usePlans(): readonly Plan[] | undefined {
  return useNamedRows(useApp().streams.plan);
}
