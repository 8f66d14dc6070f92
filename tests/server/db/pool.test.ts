import { expect, test } from 'vitest';
import { openDb } from '../../../server/platform/db/openDb.ts';

test('a pool can be closed twice: when it was joined, and at the shutdown of the server', async () => {
  const { close } = openDb('postgres://127.0.0.1:9/nothing', { onIdleError: () => {} });
  await close();
  await expect(close()).resolves.not.toThrow();
});
