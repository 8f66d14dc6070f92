import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../../contract/api/envelope.ts';
import {
  ttsLicenseAction,
  ttsLicensePool,
  ttsLicenseTotal,
} from '../../../../contract/entities/terminals/xtts.ts';
import { callerOf } from '../../../platform/http/access.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { ok } from '../../../platform/http/envelope.ts';
import type { Licenses } from './licenses.ts';

const path = '/v1/sys/tts_license';
const tags = ['xtts'];
const response = { 200: envelope(ttsLicensePool) };

/** Routes of the licences of TTS terminals: totals; grant and revoke; number of licences of the site. */
export function licenseRoutes(app: FastifyInstance, licenses: Licenses): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  routes.get(path, { config: { access: 'list_tts_license' }, schema: { tags, response } }, async (request) =>
    ok(request, licenses.pool()),
  );
  routes.post(
    path,
    { config: { access: 'edit_tts_license' }, schema: { tags, body: ttsLicenseAction, response } },
    async (request) => {
      const { body } = request;
      const wanted = body.action === 'grant' ? body.licenses : 0;
      await licenses.set(callerOf(request), addressOf(request), { ...body, licenses: wanted });
      return ok(request, licenses.pool());
    },
  );
  routes.patch(
    path,
    { config: { access: 'edit_sys_config' }, schema: { tags, body: ttsLicenseTotal, response } },
    async (request) => {
      await licenses.setTotal(callerOf(request), addressOf(request), request.body.total);
      return ok(request, licenses.pool());
    },
  );
}
