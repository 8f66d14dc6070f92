import type { BatchItemResult, BatchResult } from '../../../contract/api/envelope.ts';
import { AppError, errorCode, type MessageKey, messageText } from '../../../contract/api/errors.ts';
import { settingsOf } from '../../../contract/entities/terminals/kinds.ts';
import type { TerminalKind } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Language } from '../../../contract/language.ts';
import { MANAGED_FEATURE } from '../../../contract/protocol/frames.ts';
import {
  commandFeature,
  type TerminalCommand,
  takesCommand,
} from '../../../contract/rules/terminalCommands.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Caller } from '../../platform/auth/callers.ts';
import type { Db } from '../../platform/db/client.ts';
import { inScope } from '../../platform/live/scope.ts';
import type { AlarmUse } from '../uses/alarmUse.ts';
import type { Directory } from './directory.ts';
import type { CommandAction, Gateway, Request } from './gateway/terminals.types.ts';

/** Creates the commands to terminals of one kind, with a result for each terminal. */
export function createBatchCommands(
  deps: { db: Db; audit: Audit; gateway: Gateway; directory: Directory; alarmUse: AlarmUse },
  kind: TerminalKind,
) {
  const { directory, gateway } = deps;

  /** Sends a command to many terminals in parallel, and waits for their results. */
  const command = (
    caller: Caller,
    ip: string,
    ids: readonly number[],
    action: Extract<CommandAction, TerminalCommand>,
    lang: Language,
  ) => {
    const order = { request: { type: 'command' as const, action }, after: undefined };
    return carryOut(caller, ip, ids, { ...order, action, unable: 'terminal.notSupported' }, lang);
  };

  /** Sets the server address or the remote administration of terminals that are online and support it. */
  const administer = (
    caller: Caller,
    ip: string,
    ids: readonly number[],
    request: Extract<Request, { type: 'server.set' | 'buffalo.set' }>,
    lang: Language,
  ) => {
    const { type, ...after } = request;
    if (type === 'server.set') {
      const order = { action: 'set_server' } as const;
      return carryOut(
        caller,
        ip,
        ids,
        { ...order, unable: 'terminal.noServerParameter', request, after },
        lang,
      );
    }
    const isHere = request.on && request.host === '';
    const order = {
      action: 'set_buffalo' as const,
      private: isHere,
      ...(isHere ? { feature: MANAGED_FEATURE } : {}),
    };
    const unable = 'terminal.noRemoteAdministration';
    return carryOut(caller, ip, ids, { ...order, unable, request, after }, lang);
  };

  async function carryOut(
    caller: Caller,
    ip: string,
    ids: readonly number[],
    order: {
      action: TerminalCommand;
      request: Request;
      /** Feature that a terminal must report, absent: that of the action; and the message when it does not. */
      feature?: string;
      unable: MessageKey;
      /** Requires a terminal that is connected by HTTPS. */
      private?: boolean;
      /** Details for the audit log. */
      after: Record<string, unknown> | undefined;
    },
    lang: Language,
  ): Promise<BatchResult> {
    const { action, after } = order;
    const failures = new Map<number, AppError>();
    const done: number[] = [];
    const send = async (id: number) => {
      const terminal = directory.byId(id);
      if (terminal?.kind !== kind || !inScope(caller.scope, terminal.org)) throw notFound();
      const who = { name: terminal.row.name, code: terminal.row.code };
      const reached = { ...settingsOf(kind, terminal.row.details), kind };
      if (!takesCommand(reached, action)) throw new AppError(errorCode.refused, order.unable, who);
      if (gateway.link(id) === undefined) throw new AppError(errorCode.refused, 'terminal.offline', who);
      if (!terminal.seen.features.includes(order.feature ?? commandFeature[action]))
        throw new AppError(errorCode.refused, order.unable, who);
      if (order.private === true && !gateway.isSecure(id))
        throw new AppError(errorCode.refused, 'terminal.remoteInsecure', who);
      if (after !== undefined) deps.alarmUse.mustBeIdle.terminal(id);
      const answer = await gateway.sendRequest(id, order.request);
      if (answer === null) throw new AppError(errorCode.refused, 'terminal.noAnswer', who);
      const reason = answer.message ?? '';
      if (!answer.ok) throw new AppError(errorCode.refused, 'terminal.failed', { ...who, reason });
      done.push(id);
    };
    await Promise.all(
      [...new Set(ids)].map((id) =>
        send(id).catch((error) => {
          if (!(error instanceof AppError)) throw error;
          failures.set(id, error);
        }),
      ),
    );
    await deps.audit.record(
      deps.db,
      caller,
      done.map((id) => ({
        action,
        entity: kind,
        entity_id: id,
        ip,
        ...(after === undefined ? {} : { after }),
      })),
    );
    return resultsOf(ids, lang, (id) => failures.get(id) ?? null);
  }

  return { command, administer };
}

export function notFound(): AppError {
  return new AppError(errorCode.notFound, 'terminal.notFound');
}

export function resultsOf(
  ids: readonly number[],
  lang: Language,
  failure: (id: number) => AppError | null,
): BatchResult {
  const results = [...new Set(ids)].map((id): BatchItemResult => {
    const error = failure(id);
    return error === null
      ? { id, ok: true, code: 200, message: messageText('common.success', lang) }
      : { id, ok: false, code: error.code, message: messageText(error.key, lang, error.params) };
  });
  return { results };
}
