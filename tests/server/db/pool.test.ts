import { expect, test } from 'vitest';
import { openDb } from '../../../server/db/client.ts';

test('a database is closed twice, as when it was joined and the server ends later', async () => {
  const { close } = openDb('postgres://127.0.0.1:9/nothing', { onIdleError: () => {} });
  await close();
  await expect(close()).resolves.not.toThrow();
});
