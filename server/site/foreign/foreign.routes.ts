import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { terminalRole } from '../../../contract/codes.ts';
import {
  foreignCreate,
  foreignRow,
  networkInterfaces,
} from '../../../contract/entities/terminals/foreignForm.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { SecretBox } from '../../platform/dataFolder/secretBox.ts';
import type { Db } from '../../platform/db/client.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { unusableHash } from '../casters/casterHooks.ts';
import type { Devices } from '../terminals/devicesApi.ts';
import type { Directory } from '../terminals/directory.ts';
import { insertMany, type TerminalRow } from '../terminals/terminal.repository.ts';
import { targetZone } from '../zones/targetZone.ts';
import type { Zones } from '../zones/zones.ts';
import { mustAgree } from './deviceHooks.ts';
import { ipv4Interfaces } from './interfaces.ts';
import { sealPassword } from './loudspeakerPassword.ts';

/** Code of a loudspeaker that has none of its own. */
const newCode = () => `L-${randomBytes(4).toString('hex').toUpperCase()}`;

/** Routes of loudspeakers of other makes: adding one, and the interfaces through which they are reached. */
export function foreignRoutes(
  app: FastifyInstance,
  deps: {
    db: Db;
    audit: Audit;
    zones: Zones;
    directory: Directory;
    devices: Devices;
    secretBox: Pick<SecretBox, 'seal'>;
  },
): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['device'];
  routes.post(
    '/v1/device/foreign',
    {
      config: { access: 'create_device' },
      schema: { tags, body: foreignCreate, response: { 200: envelope(foreignRow) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const { name, ao_volume, foreign, foreign_password: password } = request.body;
      const org = targetZone(deps.zones, caller.scope, request.body.org);
      mustAgree(deps.directory, foreign);
      const row = await deps.db.transaction(async (tx) => {
        const [made] = (await insertMany(tx, [
          {
            ...{ kind: 'device', role: terminalRole.soundColumn, code: newCode(), name, org },
            ...(ao_volume === undefined ? {} : { ao_volume }),
            secret_hash: unusableHash(),
            foreign_secret: password ? sealPassword(deps.secretBox, password) : null,
            details: { foreign },
          },
        ])) as [TerminalRow];
        const after = { code: made.code, name, org, foreign };
        await deps.audit.record(tx, caller, {
          ...{ action: 'create', entity: 'device', entity_id: made.id, ip: request.ip, after },
        });
        return made;
      });
      deps.devices.changed(deps.directory.put(row));
      return ok(request, { id: row.id, code: row.code, name, org, ao_volume: row.ao_volume, foreign });
    },
  );
  routes.get(
    '/v1/device/foreign/interface',
    {
      config: { access: 'list_client_address' },
      schema: { tags, response: { 200: envelope(networkInterfaces) } },
    },
    async (request) => ok(request, ipv4Interfaces()),
  );
}
