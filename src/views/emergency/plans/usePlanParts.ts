import { useMemo } from 'react';
import { entityPermission } from '../../../../contract/api/permissions.ts';
import { useApp, usePermission } from '../../app/AppContext.tsx';
import { useNamedRows } from '../../kit/rows/useNamedRows.ts';
import type { FireRow } from '../../shared/terminals/fireColumns.ts';

/** Loads the parts of plans, live: fire terminals, linkage tasks, GPIO tasks of the kind `link`. */
export function usePlanParts() {
  const { streams } = useApp();
  const may = usePermission();
  const devices = useNamedRows<FireRow>(streams.terminals.fire_control_device);
  const tasks = useNamedRows(streams.linkageTask);
  const gpio = useNamedRows(streams.gpioTask);
  const links = useMemo(() => gpio?.filter((one) => one.gpio_type === 'link'), [gpio]);
  return {
    devices,
    tasks,
    links,
    maySeeDevices: may(entityPermission('list', 'fire_control_device')),
    maySeeTasks: may(entityPermission('list', 'linkage_task')),
    maySeeLinks: may(entityPermission('list', 'gpio_task')),
  };
}
export type PlanParts = ReturnType<typeof usePlanParts>;
