import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { terminalRole } from '../../../contract/codes.ts';
import {
  panelCreate,
  panelRow,
  panelTest,
  panelTested,
} from '../../../contract/entities/terminals/panelForm.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Db } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { unusableHash } from '../../site/casters/casterHooks.ts';
import type { Devices } from '../../site/terminals/devicesApi.ts';
import type { Directory } from '../../site/terminals/directory.ts';
import { insertMany, type TerminalRow } from '../../site/terminals/terminal.repository.ts';
import { targetZone } from '../../site/zones/targetZone.ts';
import type { Zones } from '../../site/zones/zones.ts';
import type { Panels } from './panels.ts';

/** Code of a panel that has none of its own. */
const newCode = () => `P-${randomBytes(4).toString('hex').toUpperCase()}`;

/** Routes of panels of other makes: adding one, and trying one before it is stored. */
export function panelRoutes(
  app: FastifyInstance,
  deps: { db: Db; audit: Audit; zones: Zones; directory: Directory; devices: Devices; panels: Panels },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['fire_control_device'];
  const config = { access: 'create_fire_control_device' } as const;
  routes.post(
    '/v1/fire_control_device/panel',
    { config, schema: { tags, body: panelCreate, response: { 200: envelope(panelRow) } } },
    async (request) => {
      const caller = callerOf(request);
      const { name, panel } = request.body;
      const org = targetZone(deps.zones, caller.scope, request.body.org);
      const row = await deps.db.transaction(async (tx) => {
        const [made] = (await insertMany(tx, [
          {
            ...{ kind: 'fire_control_device', role: terminalRole.fire, code: newCode(), name, org },
            secret_hash: unusableHash(),
            details: { panel },
          },
        ])) as [TerminalRow];
        const after = { code: made.code, name, org, panel };
        await deps.audit.record(tx, caller, {
          ...{ action: 'create', entity: 'fire_control_device', entity_id: made.id, ip: request.ip, after },
        });
        return made;
      });
      deps.devices.changed(deps.directory.put(row));
      return ok(request, { id: row.id, code: row.code, name, org, panel });
    },
  );
  routes.post(
    '/v1/fire_control_device/panel/test',
    { config, schema: { tags, body: panelTest, response: { 200: envelope(panelTested) } } },
    async (request) => ok(request, await deps.panels.test(request.body.panel)),
  );
}
