import { asc, eq } from 'drizzle-orm';
import { gpioTaskType } from '../../../contract/codes.ts';
import { alarmPlan } from '../../air/emergency/plans/alarmPlan.table.ts';
import { linkageTask } from '../../air/emergency/plans/linkageTask.table.ts';
import { gpioTask } from '../../air/gpio/gpioTask.table.ts';
import type { DbOrTx } from '../../platform/db/client.ts';
import { virtualCaster } from '../../site/casters/virtualCaster.table.ts';
import { terminalGroup } from '../../site/groups/group.table.ts';
import { file, fileGroup } from '../../sound/files/file.table.ts';
import { presetText } from '../../sound/texts/presetText.table.ts';
import { integration } from '../integrations/integration.table.ts';

/** Names that linkage tasks and alarm plans refer to, of every zone. */
export async function namedRows(db: DbOrTx) {
  const { id, name, org } = linkageTask;
  return {
    files: await db.select({ id: file.id, name: file.name, org: file.org }).from(file).orderBy(asc(file.id)),
    texts: await db
      .select({ id: presetText.id, name: presetText.name, org: presetText.org })
      .from(presetText),
    groups: await db
      .select({ id: terminalGroup.id, name: terminalGroup.name })
      .from(terminalGroup)
      .where(eq(terminalGroup.kind, 'device')),
    alarmPlans: await db
      .select({ id: alarmPlan.id, name: alarmPlan.name, org: alarmPlan.org })
      .from(alarmPlan),
    virtualCasters: await db
      .select({ id: virtualCaster.id, name: virtualCaster.call_number })
      .from(virtualCaster),
    linkageTasks: await db.select({ id, name, org }).from(linkageTask),
    gpioTasks: await db
      .select({ id: gpioTask.id, name: gpioTask.name, org: gpioTask.org })
      .from(gpioTask)
      .where(eq(gpioTask.gpio_type, gpioTaskType.link)),
  };
}

/** Groups of music files, of every zone. */
export async function namedFileGroups(db: DbOrTx) {
  const { id, name, org } = fileGroup;
  return db.select({ id, name, org }).from(fileGroup).orderBy(asc(id));
}

/** Telephone systems of every zone; in a transaction, none of them is deleted until its end. */
export async function namedTelephones(db: DbOrTx) {
  const { id, name, org, kind } = integration;
  return db
    .select({ id, name, org })
    .from(integration)
    .where(eq(kind, 'telephone'))
    .orderBy(asc(id))
    .for('share');
}
