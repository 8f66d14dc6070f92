import type { RemoteAnswer, RemoteRequest, RemoteView } from '../../../../contract/api/administration.ts';
import { AppError, errorCode } from '../../../../contract/api/errors.ts';
import type { TerminalKind } from '../../../../contract/entities/terminals/terminalKind.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import type { Caller } from '../../../platform/auth/callers.ts';
import type { Db } from '../../../platform/db/client.ts';
import { inScope } from '../../../platform/live/scope.ts';
import type { AlarmUse } from '../../uses/alarmUse.ts';
import type { Devices } from '../devicesApi.ts';
import type { Directory } from '../directory.ts';
import type { Gateway } from '../gateway/terminals.types.ts';

export interface RemoteRequestDeps {
  db: Db;
  audit: Audit;
  gateway: Gateway;
  directory: Directory;
  devices: Pick<Devices, 'get'>;
  alarmUse: AlarmUse;
}

/**
 * Creates the function that reads the log or the network state of a terminal, or restarts it, over the connection
 * that the terminal itself keeps: by HTTPS, after its secret, and with consent to remote administration by this server.
 */
export function createRemoteRequests(deps: RemoteRequestDeps, kind: TerminalKind) {
  const { directory, gateway } = deps;
  return async (caller: Caller, ip: string, id: number, what: RemoteRequest['what']): Promise<RemoteView> => {
    const terminal = directory.byId(id);
    if (terminal?.kind !== kind || !inScope(caller.scope, terminal.org))
      throw new AppError(errorCode.notFound, 'terminal.notFound');
    const who = { name: terminal.row.name, code: terminal.row.code };
    if (gateway.link(id) === undefined) throw new AppError(errorCode.refused, 'terminal.offline', who);
    if (!gateway.isSecure(id)) throw new AppError(errorCode.refused, 'terminal.remoteInsecure', who);
    const remote = deps.devices.get(id)?.administration?.remote;
    if (remote?.state !== 'connected' || remote.at !== '')
      throw new AppError(errorCode.refused, 'terminal.remoteOff', who);
    if (what === 'restart') deps.alarmUse.mustBeIdle.terminal(id);
    const answer = await gateway.sendRequest(id, { type: 'remote.ask', what });
    if (answer === null) throw new AppError(errorCode.refused, 'terminal.noAnswer', who);
    if (!answer.ok)
      throw new AppError(errorCode.refused, 'terminal.failed', { ...who, reason: answer.message ?? '' });
    await deps.audit.record(deps.db, caller, [{ action: `remote_${what}`, entity: kind, entity_id: id, ip }]);
    return viewOf(answer);
  };
}

function viewOf({ log, network }: RemoteAnswer): RemoteView {
  if (network === undefined) return log === undefined ? {} : { log };
  const { host: machine, server } = network;
  const interfaces = network.interfaces.map(({ name, address, mac }) => ({ name, client_ip: address, mac }));
  return { ...(log === undefined ? {} : { log }), network: { machine, server, interfaces } };
}
