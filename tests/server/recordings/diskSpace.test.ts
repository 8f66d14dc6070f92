import { expect, test } from 'vitest';
import { createSpaceCheck } from '../../../server/sound/recordings/diskSpace.ts';

const GIB = 1_073_741_824;

test('recording stops below 2 GB of free space, and resumes only with a fifth more', async () => {
  let free = 3 * GIB;
  const checkSpace = createSpaceCheck(async () => free);
  const at = async (bytes: number) => {
    free = bytes;
    return (await checkSpace()).enough;
  };
  expect(await at(3 * GIB)).toBe(true);
  expect(await at(2 * GIB)).toBe(true);
  expect(await checkSpace()).toEqual({ enough: true, free_mb: 2_000 });
  expect(await at(2 * GIB - 1)).toBe(false);
  expect(await at(2.3 * GIB)).toBe(false);
  expect(await at(2.4 * GIB)).toBe(true);
  expect(await at(2.1 * GIB)).toBe(true);
});
