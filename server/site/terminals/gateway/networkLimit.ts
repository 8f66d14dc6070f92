import { networkOf } from '../../../platform/http/address.ts';
import type { GatewayLimits } from './gatewayLimits.ts';

/** Limits how many strangers are held, per network (IPv6: /64) and in all. */
export class NetworkLimit {
  #all = 0;
  #perNetwork = new Map<string, number>();
  #limits: Pick<GatewayLimits, 'waiting' | 'waitingPerAddress'>;

  constructor(limits: Pick<GatewayLimits, 'waiting' | 'waitingPerAddress'>) {
    this.#limits = limits;
  }

  /** Counts one more of an address; false when a limit is reached. */
  enter(address: string): boolean {
    const network = networkOf(address);
    const same = this.#perNetwork.get(network) ?? 0;
    if (same >= this.#limits.waitingPerAddress || this.#all >= this.#limits.waiting) return false;
    this.#perNetwork.set(network, same + 1);
    this.#all += 1;
    return true;
  }

  /** Counts one less of an address that had entered. */
  leave(address: string): void {
    const network = networkOf(address);
    const same = (this.#perNetwork.get(network) ?? 1) - 1;
    if (same > 0) this.#perNetwork.set(network, same);
    else this.#perNetwork.delete(network);
    this.#all -= 1;
  }
}
