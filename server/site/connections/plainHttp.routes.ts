import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../contract/api/envelope.ts';
import { topicPermissions } from '../../../contract/api/permissions.ts';
import { type PlainHttp, plainHttp } from '../../../contract/entities/site/plainHttp.ts';
import { RENEW_FEATURE } from '../../../contract/protocol/frames.ts';
import * as insecure from '../../platform/auth/insecureLogins.repository.ts';
import type { Db } from '../../platform/db/client.ts';
import { callerOf, may } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import type { PlainSockets } from '../../platform/httpsOnly/plainSockets.ts';
import { isSecure } from '../../platform/httpsOnly/transport.ts';
import type { Terminals } from '../terminals/terminals.ts';

export interface PlainHttpDeps {
  db: Db;
  plainSockets: Pick<PlainSockets, 'count'>;
  terminals: Pick<Terminals, 'gateway' | 'devices' | 'directory'>;
}

/** Route of what goes on over plain HTTP, for whoever is about to switch it off. */
export function plainHttpRoutes(app: FastifyInstance, { db, plainSockets, terminals }: PlainHttpDeps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/v1/sys/plain_http',
    {
      config: { access: 'edit_sys_config' },
      schema: { tags: ['system'], response: { 200: envelope(plainHttp) } },
    },
    async (request) => {
      const caller = callerOf(request);
      const connections = terminals.gateway.overHttp();
      const all = connections.flatMap(({ terminalId }) => {
        const row = terminals.devices.get(terminalId)?.terminal.row;
        return row === undefined ? [] : [row];
      });
      const listed = all.filter(({ kind }) => may(caller, topicPermissions[kind]));
      const exposed = [...terminals.directory.all()].filter(({ isSecretExposed }) => isSecretExposed);
      const value: PlainHttp = {
        secure: isSecure(request),
        own_login: !caller.secure,
        logins: await insecure.count(db, Math.floor(Date.now() / 1000)),
        consoles: plainSockets.count('/v1/socket'),
        terminals: listed.map(({ id, code, name, dev_name2, kind }) => ({
          id,
          code,
          name: dev_name2 || name,
          kind,
        })),
        found_terminals: connections.filter(({ isFound }) => isFound).length,
        exposed_secrets: exposed.length,
        lasting_secrets: exposed.filter(({ seen }) => !seen.features.includes(RENEW_FEATURE)).length,
        other_terminals: all.length - listed.length,
      };
      return ok(request, value);
    },
  );
}
