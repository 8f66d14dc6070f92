import type { RemoteAnswer, RemoteRequest } from '../../../contract/api/administration.ts';
import type { Kept } from './administrationTypes.ts';
import { networkState } from './networkState.ts';
import type { TerminalLog } from './terminalLog.ts';

/**
 * Answer to a request of the terminal's own server: only with consent to its remote administration, and only by HTTPS.
 */
export function answerOwnServer(
  what: RemoteRequest['what'],
  { remote, server, notes }: { remote: Kept['remote']; server: string; notes: TerminalLog },
): { ok: boolean; message?: string } & RemoteAnswer {
  if (remote?.host !== '' || !remote.agreed)
    return { ok: false, message: 'remote administration by this server is not on' };
  if (new URL(server).protocol !== 'https:')
    return { ok: false, message: 'remote administration needs HTTPS' };
  if (what === 'log') return { ok: true, log: notes.lines() };
  if (what === 'network') return { ok: true, network: networkState(server) };
  return { ok: true };
}
