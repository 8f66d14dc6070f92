import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { envelope } from '../../../../contract/api/envelope.ts';
import { holidayBody, holidays } from '../../../../contract/entities/tasks/holidays.ts';
import { ok } from '../../../platform/http/envelope.ts';
import type { AddressPolicy } from '../../../sound/radio/policy.ts';
import { readHolidays } from './readHolidays.ts';

/** Largest body, bytes: a calendar, escaped in JSON. */
const MAX_BODY = 4_000_000;

/** Route that reads the holidays of a calendar (contract/entities/tasks/holidays.ts). */
export function holidayRoutes(app: FastifyInstance, deps: { policy: AddressPolicy }): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/v1/plan/holidays',
    {
      config: { access: ['create_plan', 'edit_plan'] },
      bodyLimit: MAX_BODY,
      schema: { tags: ['plan'], body: holidayBody, response: { 200: envelope(holidays) } },
    },
    async (request) => ok(request, await readHolidays(request.body, deps.policy)),
  );
}
