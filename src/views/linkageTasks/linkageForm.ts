import { z } from 'zod';
import type { LinkageTask, LinkageTaskForm } from '../../../contract/entities/linkageTask.ts';
import { linkageTaskFields, linkageTaskForm } from '../../../contract/entities/linkageTask.ts';
import { ruleMessage } from '../../../contract/ruleMessage.ts';
import { zodMessage } from '../kit/form/errors.ts';

type Fields = z.output<typeof linkageTaskFields>;

/** The form's values: those of the call, and by which of two ways a text is chosen. */
export interface LinkageValues extends Fields {
  textBy: 'text' | 'preset';
}

/** Sources in the order of the choice (contract/codes.ts `audioSource`). */
export const linkageSources = [0, 1, 100, 101] as const satisfies readonly Fields['audio_source'][];

/** A new one. `org`: the zone that is looked at; null: the whole site. */
export function newLinkageTask(org: number | null): LinkageValues {
  const fields = linkageTaskFields.parse({ name: '-', org, tone: 'evacuate' });
  return { ...fields, name: '', textBy: 'text' };
}

/** A saved one as the form shows it. */
export function linkageValues(task: LinkageTask): LinkageValues {
  const fields = Object.fromEntries(
    Object.keys(linkageTaskFields.shape).map((key) => [key, task[key as keyof LinkageTask]]),
  ) as unknown as Fields;
  return { ...fields, textBy: task.preset_text === null ? 'text' : 'preset' };
}

/** The body of the call. What other sources and ways have left in the form does not go out. */
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

/** Checks what would be sent with the server's own schema. A missing name must not hide the rules between fields. */
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
