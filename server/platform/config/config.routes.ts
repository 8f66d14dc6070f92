import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { administrationDefaults } from '../../../contract/api/administration.ts';
import { envelope } from '../../../contract/api/envelope.ts';
import { siteInfo, systemConfig, systemConfigPatch } from '../../../contract/entities/site/systemConfig.ts';
import { ok } from '../http/envelope.ts';
import { patchConfig, type SwitchDeps } from '../httpsOnly/switch.ts';
import type { Site } from './site.ts';

const tags = ['system'];

/**
 * Permissions to set the server address and remote administration of terminals; their holders see the default
 * addresses.
 */
const administers = [
  'operate_device',
  'edit_caster',
  'edit_dialogue',
  'edit_capturer',
  'edit_xtts',
  'edit_fire_control_device',
] as const;

/** Routes of the system configuration, and of its public part. */
export function configRoutes(app: FastifyInstance, deps: SwitchDeps & { site: Site }): void {
  const { config, site } = deps;
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(
    '/v1/site',
    {
      config: { access: 'public', fromSnapshot: true },
      schema: { tags, response: { 200: envelope(siteInfo) } },
    },
    async (request) => ok(request, site.info()),
  );
  routes.get(
    '/v1/sys/config',
    {
      config: { access: 'menu_sys_config', fromSnapshot: true },
      schema: { tags, response: { 200: envelope(systemConfig) } },
    },
    async (request) => ok(request, config.get()),
  );
  routes.get(
    '/v1/sys/addresses',
    {
      config: { access: administers, fromSnapshot: true },
      schema: { tags, response: { 200: envelope(administrationDefaults) } },
    },
    async (request) => ok(request, config.get()),
  );
  routes.patch(
    '/v1/sys/config',
    {
      config: { access: 'edit_sys_config' },
      schema: { tags, body: systemConfigPatch, response: { 200: envelope(systemConfig) } },
    },
    async (request, reply) => ok(request, await patchConfig(deps, request, reply, request.body)),
  );
}
