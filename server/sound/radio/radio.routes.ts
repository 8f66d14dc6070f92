import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { messageText } from '../../../contract/api/errors.ts';
import type { PermissionKey } from '../../../contract/api/permissions.ts';
import { type RadioTestResult, radioTest, radioTestResult } from '../../../contract/entities/sound/radio.ts';
import { callerOf } from '../../platform/http/access.ts';
import { ok } from '../../platform/http/envelope.ts';
import { libraryRoutes } from '../library/library.routes.ts';
import type { Radios } from './radio.service.ts';
import type { Trial } from './stations.ts';

/** Permissions that allow testing an address: those to enter stations. */
const TESTERS = ['create_radio', 'edit_radio'] as const satisfies readonly PermissionKey[];

function resultOf({ lang }: FastifyRequest, trial: Trial): RadioTestResult {
  const message = trial.ok ? '' : messageText(trial.failure.key, lang, trial.failure.params);
  return { ok: trial.ok, message, ...trial.facts };
}

/** Routes of radio stations and their groups, and of testing them by a real connection. */
export function radioRoutes(app: FastifyInstance, { radios }: { radios: Radios }): void {
  libraryRoutes(app, radios.library, { test: (caller, _ip, id) => radios.beginTest(caller, id) });
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const response = { 200: envelope(radioTestResult) };
  routes.post(
    '/v1/radio/test',
    { config: { access: TESTERS }, schema: { tags: ['radio'], body: radioTest, response } },
    async (request) => ok(request, resultOf(request, await radios.stations.try(request.body.radio_url))),
  );
  routes.post(
    '/v1/radio/:id/test',
    { config: { access: 'edit_radio' }, schema: { tags: ['radio'], params: idParams, response } },
    async (request) =>
      ok(request, resultOf(request, await radios.test(callerOf(request), request.params.id))),
  );
}
