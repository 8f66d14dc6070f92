import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { alarmPlanEntity } from '../../../contract/entities/alarmPlan.ts';
import { capturerTaskFields } from '../../../contract/entities/capturerTask.ts';
import { gpioTaskEntity } from '../../../contract/entities/gpioTask.ts';
import { integrationEntity } from '../../../contract/entities/integration.ts';
import { linkageTaskEntity } from '../../../contract/entities/linkageTask.ts';
import { planFields } from '../../../contract/entities/plan.ts';
import { scheduledTaskFields } from '../../../contract/entities/scheduledTask.ts';
import { usePlanFields as useAlarmPlanFields } from '../../../src/views/alarmPlans/usePlanFields.ts';
import { useCapturerTaskFields } from '../../../src/views/capturerTasks/useCapturerTaskFields.ts';
import { useGpioFields } from '../../../src/views/gpioTasks/useGpioFields.ts';
import { useIntegrationFields } from '../../../src/views/integrations/useIntegrationFields.ts';
import type { SharedField } from '../../../src/views/kit/form/merge.ts';
import { useLinkageFields } from '../../../src/views/linkageTasks/useLinkageFields.ts';
import { usePlanFields } from '../../../src/views/plans/usePlanFields.ts';
import { useTaskFields } from '../../../src/views/schedule/useTaskFields.ts';
import { createGround } from '../ground.tsx';

const noParts = {} as Parameters<typeof useAlarmPlanFields>[0];
/** A secret is never shown, so it is never merged. */
const unseen = ['secret'];

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
  const { Ground } = createGround();
  render(
    <Ground>
      <Probe />
    </Ground>,
  );
  const named = fields.map((field) => field.name).sort();
  expect(named).toEqual(
    Object.keys(shape)
      .filter((name) => !unseen.includes(name))
      .sort(),
  );
  for (const { name, label } of fields) expect(label, name).not.toMatch(/_|\./);
});
