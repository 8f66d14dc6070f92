import type { WebSocket } from 'ws';
import { tunnelToDatabase } from './database/tunnel.ts';
import { serveFiles } from './files/serveFiles.ts';
import { serveJournal } from './journal/serveJournal.ts';
import type { Hello } from './link/handshake.ts';
import type { OwnPlace } from './ownPlace.ts';
import type { PairingDeps } from './pairing.types.ts';
import type { Refusals } from './refusals.ts';
import type { StandbyLink } from './standbyLink.ts';

export interface ConnectionDeps extends Pick<PairingDeps, 'dataDir' | 'journalReplica' | 'clock'> {
  place: Pick<OwnPlace, 'get' | 'noteAddress'>;
  standby: Pick<StandbyLink, 'serve'>;
  refusals: Refusals;
  /** Lets the partner lead. */
  yieldLead(): void;
}

/** Proved connections of the other machines of the pair to this leader. */
export function createConnections(deps: ConnectionDeps) {
  const { dataDir, place, standby, refusals } = deps;
  const open = new Set<WebSocket>();

  return {
    serve(socket: WebSocket, opening: Hello, address: string): void {
      const { purpose, name } = opening;
      if (opening.role === 'leader' && opening.term > (place.get()?.term ?? 0)) {
        socket.close();
        deps.yieldLead();
        return;
      }
      // A witness is known too, and gets no data.
      if (opening.public_key !== place.get()?.partner?.public_key) {
        socket.close();
        return;
      }
      open.add(socket);
      socket.once('close', () => open.delete(socket));
      if (purpose === 'control') {
        place.noteAddress(opening, address);
        standby.serve(socket);
      } else if (purpose === 'database') tunnelToDatabase(socket, dataDir);
      else if (purpose === 'files') serveFiles(socket, dataDir);
      else if (purpose === 'journal')
        serveJournal(socket, {
          ...{ replica: deps.journalReplica, clock: deps.clock },
          refused: () => refusals.note('message', address, name),
        });
      else socket.close();
    },
    /** Ends all connections of a partner that is removed. */
    cut(): void {
      for (const socket of open) socket.terminate();
    },
  };
}
