import type { Db } from '../../platform/db/client.ts';
import * as queuedStarts from './queuedStart.repository.ts';
import type { StartQueue } from './startQueue.ts';

/** Account or call station that started a saved task. */
export interface WaitStarter {
  /** Null: a call station, whose code is in `device_code`. */
  accountId: number | null;
  name: string;
  code: string;
  device_code?: string;
}

/** Start of a saved task by an account or a call station, which waits for busy terminals. */
export interface KeptWait {
  /** Id of the broadcast that it becomes. */
  id: number;
  task: number;
  by: WaitStarter;
  /** Wall times of its arrival and of its time-out, epoch ms. */
  since_at: number;
  until_at: number;
}

/** Stores waits of accounts and call stations, so that a next server continues with them. */
export interface KeptWaits {
  add(id: number, task: number, by: WaitStarter): Promise<void>;
  remove(id: number): Promise<void>;
  /** In the order of their arrival. */
  all(): Promise<KeptWait[]>;
}

const stationOf = ({ device_code }: { device_code?: string }): { device_code?: string } =>
  device_code === undefined ? {} : { device_code };

export function createKeptWaits(db: Db, queue: Pick<StartQueue, 'waiting'>): KeptWaits {
  return {
    async add(id, task, by) {
      const entry = queue.waiting().find((one) => one.id === id);
      // Its turn has come meanwhile.
      if (entry === undefined) return;
      const { since_at, until_at, terminals } = entry;
      const asked = { scheduled_task: task, ...stationOf(by) };
      await queuedStarts.insert(db, {
        ...{ id, asked, account_id: by.accountId, started_by: by.name },
        ...{ operator_code: by.code, ip: '', terminals: [...terminals], since_at, until_at },
      });
    },
    remove: (id) => queuedStarts.remove(db, id),
    async all() {
      const rows = await queuedStarts.all(db);
      return rows.flatMap(({ id, asked, account_id, started_by, operator_code, since_at, until_at }) => {
        if (!queuedStarts.isAskedRun(asked)) return [];
        const by = { accountId: account_id, name: started_by, code: operator_code, ...stationOf(asked) };
        return { id, task: asked.scheduled_task, by, since_at, until_at };
      });
    },
  };
}
