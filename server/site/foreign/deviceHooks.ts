import { isDeepStrictEqual } from 'node:util';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  addressesOf,
  type ForeignTransport,
  isConnected,
  isMulticast,
  streamKey,
} from '../../../contract/entities/terminals/foreign.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Tx } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { AdoptedTerminal, Directory } from '../terminals/directory.ts';
import * as repository from '../terminals/terminal.repository.ts';
import type { TerminalHooks, TerminalServiceDeps } from '../terminals/terminal.service.ts';
import { keepsPassword, sealPassword } from './loudspeakerPassword.ts';
import { transportOf } from './transportOf.ts';

/**
 * Other loudspeakers that receive the stream of a transport.
 * @throws AppError 409 if another stream has one of its addresses
 */
function peersOf(
  directory: Pick<Directory, 'all'>,
  transport: ForeignTransport,
  id: number | null,
): AdoptedTerminal[] {
  const key = streamKey(transport);
  const own = new Set(addressesOf(transport));
  return [...directory.all()].filter((one) => {
    const other = one.id === id ? null : transportOf(one.row);
    if (other === null) return false;
    if (streamKey(other) === key) return true;
    const address = addressesOf(other).find((taken) => own.has(taken));
    if (address !== undefined) throw new AppError(errorCode.conflict, 'terminal.levelTaken', { address });
    return false;
  });
}

/**
 * Checks that the loudspeakers which receive a stream already have the same transport, and that no other stream has
 * its addresses.
 * @throws AppError 409
 */
export function mustAgree(
  directory: Pick<Directory, 'all'>,
  transport: ForeignTransport,
  id: number | null = null,
): void {
  const [other] = peersOf(directory, transport, id);
  if (other !== undefined && !isMulticast(transport)) {
    const address = transport.transport === 'sip' ? transport.uri : transport.url;
    throw new AppError(errorCode.conflict, 'terminal.addressTaken', { address });
  }
  if (other === undefined || isDeepStrictEqual(transportOf(other.row), transport)) return;
  throw new AppError(errorCode.conflict, 'terminal.groupDiffers', { group: streamKey(transport) });
}

/** Checks of sound terminals, and loudspeakers of one stream that change together. */
export function deviceHooks(deps: TerminalServiceDeps): TerminalHooks {
  const { fileGroups, directory } = deps;
  /** Rows of the other loudspeakers of a stream, by the row with which they changed. */
  const together = new Map<number, repository.TerminalRow[]>();

  async function change(
    tx: Tx,
    caller: Caller,
    row: repository.TerminalRow,
    wanted: ForeignTransport | null,
  ) {
    const before = transportOf(row);
    if (isDeepStrictEqual(before, wanted)) return;
    // A terminal that connects itself has a secret; a loudspeaker of another make has none.
    if (before === null || wanted === null) throw new AppError(errorCode.refused, 'terminal.otherTransport');
    if (!isMulticast(wanted) || streamKey(before) !== streamKey(wanted))
      return mustAgree(directory, wanted, row.id);
    const peers = peersOf(directory, wanted, row.id);
    if (peers.some(({ org }) => !inScope(caller.scope, org)))
      throw new AppError(errorCode.conflict, 'terminal.groupShared', { group: streamKey(wanted) });
    const ids = peers.map(({ id }) => id);
    const rows = ids.length === 0 ? [] : await repository.updateSetting(tx, ids, { foreign: wanted });
    await deps.audit.record(
      tx,
      caller,
      rows.map(({ id }) => ({
        action: 'edit',
        entity: 'device',
        entity_id: id,
        ip: '',
        before: { foreign: before },
        after: { foreign: wanted },
      })),
    );
    together.set(row.id, rows);
  }

  /** Stored password after a change: the new one, or none where it would be sent to another machine. */
  function secretOf(
    row: repository.TerminalRow,
    wanted: ForeignTransport | null | undefined,
    password: unknown,
  ) {
    const before = transportOf(row);
    const after = wanted === undefined ? before : wanted;
    if (after === null || !isConnected(after))
      return row.foreign_secret === null ? {} : { foreign_secret: null };
    if (typeof password === 'string' && password !== '')
      return { foreign_secret: sealPassword(deps.secretBox, password) };
    if (keepsPassword(before, after)) return {};
    // A password is not sent to another machine than the one for which it was entered.
    if (after.user === '') return { foreign_secret: null };
    const fields = [{ path: 'foreign_password', key: 'rules.loudspeakerPassword', params: {} }] as const;
    throw new AppError(errorCode.badRequest, 'rules.loudspeakerPassword', {}, { fields: [...fields] });
  }

  return {
    async beforePatch(tx, caller, row, values) {
      const { foreign_password, ...rest } = values;
      const { file_group, foreign } = rest as {
        file_group?: number | null;
        foreign?: ForeignTransport | null;
      };
      if (typeof file_group === 'number') await fileGroups.mustBeThere(tx, caller.scope, file_group);
      together.delete(row.id);
      if (foreign !== undefined) await change(tx, caller, row, foreign);
      return { ...rest, ...secretOf(row, foreign, foreign_password) };
    },
    committed(_before, after) {
      const rows = after === null ? [] : (together.get(after.id) ?? []);
      if (after !== null) together.delete(after.id);
      for (const row of rows) deps.devices.changed(directory.put(row));
    },
  };
}
