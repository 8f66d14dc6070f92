import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { envelope, idParams } from '../../../contract/api/envelope.ts';
import { AppError, errorCode } from '../../../contract/api/errors.ts';
import {
  loginBody,
  loginValue,
  passwordBody,
  profile,
  sessionRow,
} from '../../../contract/entities/site/session.ts';
import { fieldText } from '../../../contract/rules/fieldText.ts';
import { requiredText } from '../../../contract/rules/rules.ts';
import { callerOf } from '../http/access.ts';
import { addressOf } from '../http/address.ts';
import { ok } from '../http/envelope.ts';
import { isSecure } from '../httpsOnly/transport.ts';
import * as repository from './auth.repository.ts';
import { type AuthDeps, changePassword, login, profileOf } from './auth.service.ts';
import { checkNewPassword } from './passwords/newPassword.ts';
import { readProofs, writeProofs } from './proofCookie.ts';

const tags = ['session'];

export interface AuthRouteDeps extends AuthDeps {
  /** Tells if passwords need three of four classes (brand or system configuration). */
  strongPasswords: () => boolean;
}

/** Routes of login, own profile, password and sessions. */
export function authRoutes(app: FastifyInstance, deps: AuthRouteDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.post(
    '/v1/login',
    {
      config: { access: 'public', fromSnapshot: true },
      schema: { tags, body: loginBody, response: { 200: envelope(loginValue) } },
    },
    async (request, reply) => {
      if (request.body.by_url === true && !deps.config.get().url_login)
        throw new AppError(errorCode.refused, 'auth.urlLoginOff');
      const userAgent = String(request.headers['user-agent'] ?? '');
      const { value, proofs } = await login(deps, {
        ...request.body,
        ip: addressOf(request),
        userAgent,
        proofs: readProofs(request),
        // Browsers send it with every POST, programs hardly ever.
        byBrowser: request.headers.origin !== undefined,
        secure: isSecure(request),
      });
      writeProofs(request, reply, proofs);
      return ok(request, value);
    },
  );
  routes.post(
    '/v1/logout',
    {
      config: { access: 'first_login', fromSnapshot: true, takesRights: true },
      schema: { tags, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      const caller = callerOf(request);
      if (!deps.held.end(caller.sessionId))
        await repository.deleteSession(deps.db, caller.accountId, caller.sessionId);
      deps.callers.changed();
      return ok(request, null);
    },
  );
  routes.get(
    '/v1/profile',
    {
      config: { access: 'first_login', fromSnapshot: true },
      schema: { tags, response: { 200: envelope(profile) } },
    },
    async (request) => ok(request, profileOf(callerOf(request))),
  );
  routes.patch(
    '/v1/profile',
    {
      config: { access: 'session' },
      schema: {
        tags,
        body: z.object({ name: requiredText('name').describe(fieldText.name) }),
        response: { 200: envelope(profile) },
      },
    },
    async (request) => {
      const caller = callerOf(request);
      const { name } = request.body;
      await deps.db.transaction(async (tx) => {
        await repository.setName(tx, caller.accountId, name.trim());
        await deps.audit.record(tx, caller, {
          action: 'edit',
          entity: 'user',
          entity_id: caller.accountId,
          ip: addressOf(request),
          before: { name: caller.name },
          after: { name: name.trim() },
        });
      });
      deps.callers.changed();
      return ok(request, { ...profileOf(caller), name: name.trim() });
    },
  );
  routes.post(
    '/v1/profile/password',
    {
      config: { access: 'first_login' },
      schema: { tags, body: passwordBody, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      const { old_password, password, confirmPassword } = request.body;
      const caller = callerOf(request);
      const rule = { strength: deps.strongPasswords(), names: [caller.code, caller.name] };
      checkNewPassword(password, rule, confirmPassword);
      await changePassword(deps, caller, addressOf(request), old_password, password);
      return ok(request, null);
    },
  );
  routes.post(
    '/v1/profile/active',
    {
      config: { access: 'session', fromSnapshot: true },
      schema: { tags, response: { 200: envelope(z.null()) } },
    },
    // The request itself counts as activity (countActivity.ts).
    async (request) => ok(request, null),
  );
  routes.get(
    '/v1/profile/session',
    { config: { access: 'session' }, schema: { tags, response: { 200: envelope(z.array(sessionRow)) } } },
    async (request) => {
      const caller = callerOf(request);
      const rows = await repository.listSessions(deps.db, caller.accountId, Math.floor(Date.now() / 1000));
      return ok(
        request,
        rows.map((row) => ({ ...row, current: row.id === caller.sessionId })),
      );
    },
  );
  routes.delete(
    '/v1/profile/session/:id',
    {
      config: { access: 'session' },
      schema: { tags, params: idParams, response: { 200: envelope(z.null()) } },
    },
    async (request) => {
      const { accountId } = callerOf(request);
      const ended = await deps.db.transaction((tx) =>
        repository.endSession(tx, accountId, request.params.id),
      );
      if (!ended) throw new AppError(errorCode.notFound, 'auth.sessionNotFound');
      deps.callers.changed();
      return ok(request, null);
    },
  );
}
