import { networkOf } from '../../platform/http/address.ts';
import type { FaultSink } from './faults.ts';

const MINUTE_MS = 60_000;
/** Wrong passwords within ten minutes that open the fault, and within an hour that keep it open. */
const MANY = 30;
const MANY_MINUTES = 10;
const FEW = 10;
const KEPT_MINUTES = 60;
/** Most networks that are told apart in a minute. */
const MOST_NETWORKS = 1_000;

interface Minute {
  at: number;
  count: number;
  networks: Set<string>;
}

export interface PasswordWatch {
  /** Counts an attempt that was wrong, or refused unchecked. */
  failed(address: string): void;
  /** Opens or resolves the fault; called every few seconds. */
  look(): void;
}

/** Opens and resolves the fault `wrong_passwords`. @param now epoch ms */
export function watchPasswords(
  faults: Pick<FaultSink, 'open' | 'resolve'>,
  now: () => number,
): PasswordWatch {
  let minutes: Minute[] = [];
  let isOpen = false;
  const present = () => Math.floor(now() / MINUTE_MS);
  const within = (length: number) =>
    minutes.reduce((sum, { at, count }) => (at > present() - length ? sum + count : sum), 0);

  return {
    failed(address) {
      let minute = minutes.at(-1);
      if (minute?.at !== present()) {
        minute = { at: present(), count: 0, networks: new Set() };
        minutes.push(minute);
      }
      minute.count++;
      if (minute.networks.size < MOST_NETWORKS) minute.networks.add(networkOf(address));
    },
    look() {
      // Also minutes ahead of the clock, which was set back.
      minutes = minutes.filter(({ at }) => at > present() - KEPT_MINUTES && at <= present());
      const count = within(KEPT_MINUTES);
      isOpen = within(MANY_MINUTES) >= MANY || (isOpen && count >= FEW);
      const networks = new Set(minutes.flatMap((minute) => [...minute.networks])).size;
      if (isOpen) faults.open({ kind: 'wrong_passwords', subject: 'site', params: { count, networks } });
      else faults.resolve('wrong_passwords', 'site');
    },
  };
}
