import { expect, it } from 'vitest';
import { capturerTaskFields, capturerTaskForm } from '../../../contract/entities/tasks/capturerTask.ts';
import { formResolver } from '../../../src/views/kit/form/formResolver.ts';

const options = { fields: {}, shouldUseNativeValidation: false };

it('a missing name does not hide other errors; a valid form is accepted as it is', async () => {
  const check = formResolver(capturerTaskForm);
  const blank = { ...capturerTaskFields.parse({ name: '-' }), name: '' };
  const wrong = await check(blank as never, undefined, options as never);
  expect(Object.keys(wrong.errors).sort()).toEqual(['capturer', 'devices', 'name']);

  const filled = { ...blank, name: 'Hall', capturer: 1, capturer_channel: 2, devices: [3] };
  const right = await check(filled as never, undefined, options as never);
  expect(right).toMatchObject({ errors: {}, values: { name: 'Hall', devices: [3] } });
});
