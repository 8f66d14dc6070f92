import type { Presence } from '../link/handshake.ts';
import type { PairRecord } from '../link/pairRecord.ts';

export interface FollowerDeps {
  dataDir: string;
  pair(): PairRecord;
  store(pair: PairRecord): void;
  presence(): Presence;
  log: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
    error(details: object, message: string): void;
  };
  print(line: string): void;
}
