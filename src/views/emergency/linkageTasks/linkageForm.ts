import { z } from 'zod';
import type { LinkageTask, LinkageTaskForm } from '../../../../contract/entities/tasks/linkageTask.ts';
import { linkageTaskFields, linkageTaskForm } from '../../../../contract/entities/tasks/linkageTask.ts';
import { ruleMessage } from '../../../../contract/rules/ruleMessage.ts';
import { zodMessage } from '../../kit/form/errors.ts';

type Fields = z.output<typeof linkageTaskFields>;

/** Form values: those of the call, and the way of choosing a text. */
export interface LinkageValues extends Fields {
  textBy: 'text' | 'preset';
}

/** Sources in the order of the options (contract/codes.ts `audioSource`). */
export const linkageSources = [0, 1, 100, 101] as const satisfies readonly Fields['audio_source'][];

/** Values of a new task. `org`: the selected zone; null: the whole site. */
export function newLinkageTask(org: number | null): LinkageValues {
  const fields = linkageTaskFields.parse({ name: '-', org, tone: 'evacuate' });
  return { ...fields, name: '', textBy: 'text' };
}

/** Form values of a saved task. */
export function linkageValues(task: LinkageTask): LinkageValues {
  const fields = Object.fromEntries(
    Object.keys(linkageTaskFields.shape).map((key) => [key, task[key as keyof LinkageTask]]),
  ) as unknown as Fields;
  return { ...fields, textBy: task.preset_text === null ? 'text' : 'preset' };
}

/** Body of the call, without values left over from other sources. */
export function linkageBody(values: LinkageValues): Fields {
  const { textBy, ...task } = values;
  const source = task.audio_source;
  const isControl = source === 101;
  const sounds = source === 0 || source === 1;
  return {
    ...task,
    name: task.name.trim(),
    files: source === 0 ? task.files : [],
    textContent: source === 1 && textBy === 'text' ? task.textContent : '',
    preset_text: source === 1 && textBy === 'preset' ? task.preset_text : null,
    control_action: isControl ? task.control_action : null,
    control_volume: isControl && task.control_action === 'volume' ? task.control_volume : null,
    tone: sounds ? task.tone : 'none',
    volume: sounds ? task.volume : null,
  };
}

/** Checks the body with the schema of the server. A missing name must not hide errors between fields. */
export const linkageSchema = z
  .object({ ...linkageTaskFields.shape, name: z.string(), textBy: z.enum(['text', 'preset']) })
  .transform((values, ctx): LinkageTaskForm => {
    const body = linkageBody(values);
    const checked = linkageTaskForm.safeParse({ ...body, name: body.name || '-' }, { error: zodMessage });
    const fault = (path: PropertyKey[], message: string) => ctx.addIssue({ code: 'custom', path, message });
    if (body.name === '') fault(['name'], ruleMessage('rules.required', { field: 'field.name' }));
    for (const { path, message } of checked.error?.issues ?? []) fault(path, message);
    return checked.success && body.name !== '' ? checked.data : z.NEVER;
  });
