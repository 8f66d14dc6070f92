import { expect, test } from 'vitest';
import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { Db } from '../../../server/platform/db/client.ts';
import { createLiveHub } from '../../../server/platform/live/hub.ts';
import { createFaultWriter } from '../../../server/site/faults/faultWriter.ts';
import { OpenFaults } from '../../../server/site/faults/openFaults.ts';

/** Database that refuses everything, like one with a read-only disk. */
const refusing = {
  get execute(): never {
    throw new Error('refused');
  },
  get transaction(): never {
    throw new Error('refused');
  },
  get insert(): never {
    throw new Error('refused');
  },
} as unknown as Db;

const spec = {
  kind: 'disk_unwritable' as const,
  subject: 'data',
  terminal_id: null,
  org: null,
  params: { error: 'EROFS' },
  chatter: 0,
  cleared_at: null,
  subnet: '',
};

test('a site fault that cannot be stored is shown, updated, and removed when it ends', async () => {
  const live = createLiveHub();
  const open = live.topic<Fault>('fault');
  const topics = { open, ended: live.topic<Fault>('fault_ended') };
  const held = new OpenFaults(topics, []);
  const log = { error: () => {} };
  const writer = createFaultWriter({ db: refusing, held, topics, log, retried: () => {} });
  writer.request('disk_unwritable data', spec);
  writer.request('terminal_lost 7', { ...spec, kind: 'terminal_lost', subject: '7', terminal_id: 7 });
  await expect.poll(() => open.snapshot()).toMatchObject([{ ...spec, id: -1, state: 'new' }]);
  writer.request('disk_unwritable data', { ...spec, params: { error: 'EIO' } });
  expect(open.snapshot()).toMatchObject([{ id: -1, params: { error: 'EIO' } }]);
  writer.request('disk_unwritable data', null);
  expect(open.snapshot()).toEqual([]);
  await writer.close();
  live.close();
});
