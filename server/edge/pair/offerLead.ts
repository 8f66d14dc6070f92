import { setTimeout as delay } from 'node:timers/promises';
import type { Confirming } from './confirming.ts';
import type { StandbyLink } from './standbyLink.ts';

/** Time limit for the standby server to say that it takes over, ms; an earlier version says nothing. */
const OFFER_MS = 2_000;

export interface Offer {
  standby: Pick<StandbyLink, 'state' | 'offerLead'>;
  confirming: Pick<Confirming, 'isOn'>;
  /** Resolves when the partner leads. */
  yielded: Promise<void>;
}

/**
 * Offers the lead to the standby server, because this server is to stop. Without a witness nobody else may give it away;
 * this server may, as it knows that it ends.
 *
 * @returns whether the standby server takes over; false: it lacks changes, files or alarms, or does not answer
 */
export async function offerLead({ standby, confirming, yielded }: Offer): Promise<boolean> {
  const { files_missing, alarms_copied } = standby.state();
  if (!confirming.isOn() || files_missing !== 0 || alarms_copied !== true) return false;
  standby.offerLead();
  const late = delay(OFFER_MS, false, { ref: false });
  return Promise.race([yielded.then(() => true), late]);
}
