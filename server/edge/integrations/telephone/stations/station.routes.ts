import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../../../contract/api/errors.ts';
import { terminalRole } from '../../../../../contract/codes.ts';
import { phoneCreate, phonePage, phoneRow } from '../../../../../contract/entities/terminals/dialogue.ts';
import type { Journal } from '../../../../air/journal/journal.ts';
import { journalAction } from '../../../../air/journal/journalAction.ts';
import type { Audit } from '../../../../platform/audit/audit.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { callerOf, may } from '../../../../platform/http/access.ts';
import { addressOf } from '../../../../platform/http/address.ts';
import { ok } from '../../../../platform/http/envelope.ts';
import { inScope } from '../../../../platform/live/scope.ts';
import { unusableHash } from '../../../../site/casters/casterHooks.ts';
import { mustBeFreePhone, phoneOf } from '../../../../site/casters/phoneOf.ts';
import type { Devices } from '../../../../site/terminals/devicesApi.ts';
import type { Directory } from '../../../../site/terminals/directory.ts';
import { insertMany, type TerminalRow } from '../../../../site/terminals/terminal.repository.ts';
import { targetZone } from '../../../../site/zones/targetZone.ts';
import type { Zones } from '../../../../site/zones/zones.ts';
import { hold, type IntegrationRow } from '../../integration.repository.ts';
import type { PhoneStations } from './phoneStations.ts';

export interface StationRouteDeps {
  db: Db;
  audit: Audit;
  zones: Zones;
  directory: Directory;
  devices: Pick<Devices, 'changed'>;
  journal: Pick<Journal, 'add' | 'safe'>;
  stations: Pick<PhoneStations, 'speakFor'>;
  /** Integration with an id; undefined: none. */
  integrationOf(id: number): IntegrationRow | undefined;
}

/** Code of a phone: it never connects by one. */
const newCode = () => `P-${randomBytes(4).toString('hex').toUpperCase()}`;

/** Routes that add a phone of a telephone system as a call station, and ring one so that its user speaks to zones. */
export function stationRoutes(app: FastifyInstance, deps: StationRouteDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['dialogue'];
  routes.post(
    '/v1/dialogue/phone',
    {
      config: { access: 'create_dialogue' },
      schema: { tags, body: phoneCreate, response: { 200: envelope(phoneRow) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { name, phone, call_number } = request.body;
      const org = targetZone(deps.zones, caller.scope, request.body.org);
      const system = deps.integrationOf(phone.integration);
      if (system?.kind !== 'telephone' || !inScope(caller.scope, system.org))
        throw new AppError(errorCode.notFound, 'common.notFound');
      mustBeFreePhone(deps.directory, phone);
      const row = await deps.db.transaction(async (tx) => {
        if (!(await hold(tx, phone.integration))) throw new AppError(errorCode.notFound, 'common.notFound');
        const [made] = (await insertMany(tx, [
          {
            ...{ kind: 'dialogue', role: terminalRole.caster, code: newCode(), name, org, call_number },
            secret_hash: unusableHash(),
            details: { phone },
          },
        ])) as [TerminalRow];
        const after = { code: made.code, name, org, call_number, phone };
        await deps.audit.record(tx, caller, {
          ...{ action: 'create', entity: 'dialogue', entity_id: made.id, ip: request.ip, after },
        });
        return made;
      });
      deps.devices.changed(deps.directory.put(row));
      return ok(request, { id: row.id, code: row.code, name, org, call_number, phone });
    },
  );
  routes.post(
    '/v1/dialogue/:id/page',
    {
      config: { access: 'caster_broadcast', emergency: true },
      schema: { tags, params: idParams, body: phonePage, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { id } = request.params;
      const terminal = deps.directory.byId(id);
      if (terminal === undefined || phoneOf(terminal.row) === null || !inScope(caller.scope, terminal.org))
        throw new AppError(errorCode.notFound, 'terminal.notFound');
      if (!may(caller, 'operate_dialogue')) throw new AppError(errorCode.forbidden, 'auth.noPermission');
      const { targets, priority } = request.body;
      const ip = addressOf(request);
      deps.stations.speakFor(terminal, { caller, ip }, { mode: 'page', targets, priority });
      const entry = { action: 'talk', entity: 'dialogue', entity_id: id, ip };
      await journalAction(deps.journal, 'site', caller, { ...entry, after: { targets, priority } });
      return ok(request, null);
    },
  );
}
