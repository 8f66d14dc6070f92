import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { type CallEnd, callBody } from '../../../contract/protocol/call.ts';
import { callerOf } from '../../platform/http/access.ts';
import { addressOf } from '../../platform/http/address.ts';
import { ok } from '../../platform/http/envelope.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import type { TerminalGateway } from '../../site/terminals/gateway/terminals.types.ts';
import type { Journal } from '../journal/journal.ts';
import { journalAction } from '../journal/journalAction.ts';

export interface CallRouteDeps {
  journal: Pick<Journal, 'add' | 'safe'>;
  directory: Directory;
  gateway: TerminalGateway;
  calls: {
    dial(station: AdoptedTerminal, number: string): CallEnd | null;
    hangUp(station: number): boolean;
  };
}

/** Routes to control the calls of stations: dial a number, hang up. */
export function callRoutes(app: FastifyInstance, deps: CallRouteDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  for (const kind of ['caster', 'dialogue'] as const) {
    const config = { access: 'operate_dialogue', emergency: true } as const;
    const response = { 200: envelope(z.null()) };
    const find = (scope: Scope, id: number): AdoptedTerminal => {
      const station = deps.directory.byId(id);
      if (station?.kind !== kind || !inScope(scope, station.org))
        throw new AppError(errorCode.notFound, 'terminal.notFound');
      return station;
    };
    routes.post(
      `/v1/${kind}/:id/call`,
      { config, schema: { tags: [kind], params: idParams, body: callBody, response } },
      async (request) => {
        const caller = callerOf(request);
        const station = find(caller.scope, request.params.id);
        const { number } = request.body;
        const { name } = station.settings;
        if (deps.gateway.link(station.id) === undefined)
          throw new AppError(errorCode.refused, 'call.offline', { name });
        const reason = deps.calls.dial(station, number);
        if (reason !== null) throw new AppError(errorCode.refused, `call.end.${reason}`);
        const entry = { action: 'call', entity: kind, entity_id: station.id, ip: addressOf(request) };
        await journalAction(deps.journal, 'site', caller, { ...entry, after: { number } });
        return ok(request, null);
      },
    );
    routes.post(
      `/v1/${kind}/:id/hang_up`,
      { config, schema: { tags: [kind], params: idParams, response } },
      async (request) => {
        const caller = callerOf(request);
        const station = find(caller.scope, request.params.id);
        if (!deps.calls.hangUp(station.id))
          throw new AppError(errorCode.refused, 'call.noCall', { name: station.settings.name });
        const entry = { action: 'hang_up', entity: kind, entity_id: station.id, ip: addressOf(request) };
        await journalAction(deps.journal, 'site', caller, entry);
        return ok(request, null);
      },
    );
  }
}
