import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { integrationEntity } from '../../../contract/entities/site/integration.ts';
import { alarmPlanEntity } from '../../../contract/entities/tasks/alarmPlan.ts';
import { capturerTaskFields } from '../../../contract/entities/tasks/capturerTask.ts';
import { gpioTaskEntity } from '../../../contract/entities/tasks/gpioTask.ts';
import { linkageTaskEntity } from '../../../contract/entities/tasks/linkageTask.ts';
import { planFields } from '../../../contract/entities/tasks/plan.ts';
import { scheduledTaskFields } from '../../../contract/entities/tasks/scheduledTask.ts';
import { useLinkageFields } from '../../../src/views/emergency/linkageTasks/useLinkageFields.ts';
import { usePlanFields as useAlarmPlanFields } from '../../../src/views/emergency/plans/usePlanFields.ts';
import type { SharedField } from '../../../src/views/kit/form/merge.ts';
import { useIntegrationFields } from '../../../src/views/system/integrations/useIntegrationFields.ts';
import { useCapturerTaskFields } from '../../../src/views/tasks/capturerTasks/useCapturerTaskFields.ts';
import { usePlanFields } from '../../../src/views/tasks/plans/usePlanFields.ts';
import { useTaskFields } from '../../../src/views/tasks/schedule/useTaskFields.ts';
import { useGpioFields } from '../../../src/views/terminals/gpioTasks/useGpioFields.ts';
import { createTestProviders } from '../testProviders.tsx';

const noParts = {} as Parameters<typeof useAlarmPlanFields>[0];
/** Secrets are never shown, so they are never merged. */
const unseen = ['secret', 'pins'];

const forms: [string, object, () => readonly SharedField[]][] = [
  ['scheduled tasks', scheduledTaskFields.shape, useTaskFields],
  ['plans', planFields.shape, usePlanFields],
  ['capturer tasks', capturerTaskFields.shape, useCapturerTaskFields],
  ['linkage tasks', linkageTaskEntity.patch.shape, useLinkageFields],
  ['alarm plans', alarmPlanEntity.patch.shape, () => useAlarmPlanFields(noParts)],
  ['GPIO tasks', gpioTaskEntity.patch.shape, useGpioFields],
  ['integrations', integrationEntity.patch.shape, useIntegrationFields],
];
it.each(forms)('every savable field of %s is described in the merge view', (_, shape, use) => {
  let fields: readonly SharedField[] = [];
  function Probe() {
    fields = use();
    return null;
  }
  const { Providers } = createTestProviders();
  render(
    <Providers>
      <Probe />
    </Providers>,
  );
  const named = fields.map((field) => field.name).sort();
  expect(named).toEqual(
    Object.keys(shape)
      .filter((name) => !unseen.includes(name))
      .sort(),
  );
  for (const { name, label } of fields) expect(label, name).not.toMatch(/_|\./);
});
