import { AppError, errorCode } from '../../../contract/api/errors.ts';
import type { Confirming } from './confirming.ts';
import type { OwnPlace } from './ownPlace.ts';
import { pairEntry } from './pairEntry.ts';
import { updatePairFaults, updateWitnessFault } from './pairFaults.ts';
import type { Pairing, PairingDeps } from './pairing.types.ts';
import type { StandbyLink } from './standbyLink.ts';

export interface RemovalDeps extends Pick<PairingDeps, 'db' | 'audit' | 'faults'> {
  place: Pick<OwnPlace, 'get' | 'forget' | 'forgetWitness'>;
  standby: Pick<StandbyLink, 'split' | 'dismissSplit'>;
  /** Its connections, which end with it. */
  connections: { cut(): void };
  confirming: Pick<Confirming, 'end'>;
}

/** Removal of the other machines of the pair, and of the note of what one of them has stored alone. */
export function createRemovals({
  db,
  audit,
  faults,
  place,
  standby,
  connections,
  confirming,
}: RemovalDeps): Pick<Pairing, 'remove' | 'removeWitness' | 'dismissSplit'> {
  return {
    async remove(actor, ip) {
      const other = place.get()?.partner;
      if (other == null) throw new AppError(errorCode.notFound, 'pair.noPartner');
      confirming.end();
      await audit.record(db, actor, pairEntry('delete', ip, other.name));
      place.forget();
      connections.cut();
      updatePairFaults(faults, other.name, null);
    },
    async removeWitness(actor, ip) {
      const other = place.get()?.witness;
      if (other == null) throw new AppError(errorCode.notFound, 'pair.noWitness');
      await audit.record(db, actor, pairEntry('delete', ip, other.name));
      place.forgetWitness();
      updateWitnessFault(faults, null, false);
    },
    async dismissSplit(actor, ip) {
      const found = standby.split();
      if (found === null) throw new AppError(errorCode.notFound, 'pair.noSplit');
      await audit.record(db, actor, pairEntry('acknowledge', ip, place.get()?.partner?.name ?? ''));
      standby.dismissSplit();
    },
  };
}
