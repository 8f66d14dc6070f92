import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Registry } from 'prom-client';
import { z } from 'zod';
import { type BrandProfile, brandSchema } from '../../../brands/schema.ts';
import { envelope } from '../../../contract/api/envelope.ts';
import type { Callers } from '../auth/callers.ts';
import type { Db } from '../db/client.ts';
import { createReadiness } from '../health/readiness.ts';
import { closedWhen } from '../http/access.ts';
import { ok } from '../http/envelope.ts';
import type { HttpsOnly } from '../httpsOnly/httpsOnly.ts';
import { isSecure, type PublicHttpsDeps, publicHttpsPort } from '../httpsOnly/transport.ts';
import type { Config } from './config.ts';

export interface SystemDeps {
  db: Db;
  env: PublicHttpsDeps['env'] & { TZ_SITE: string };
  brand: BrandProfile;
  config: Pick<Config, 'get'>;
  /** Open ports; null until the server listens, or when switched off. */
  ports(): { https: number | null };
  httpsOnly: Pick<HttpsOnly, 'isOn'>;
  callers: Callers;
  /** Time of the snapshot that the server runs from, epoch ms; null: it runs with its database. */
  snapshotAt(): number | null;
  /** Registry of the metrics of all modules. */
  metrics: Registry;
}

const tags = ['system'];

/**
 * Routes of health, metrics, the brand, the site's clock, and the HTTPS port. They are public and reveal
 * nothing about the site; metrics can be closed in the system configuration.
 */
export function systemRoutes(app: FastifyInstance, deps: SystemDeps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const { metrics } = deps;
  const isReady = createReadiness(deps.db);
  const portOf = publicHttpsPort(deps);

  // Probes come from the machine itself, often by plain HTTP.
  app.get('/healthz', { config: { plainHttp: true } }, async () => ({ ok: true }));
  // A probe, not a call of the API: load balancers use the HTTP status (docs/decisions/0041-probes.md).
  app.get('/readyz', { config: { plainHttp: true } }, async (_request, reply) => {
    const snapshot_at = deps.snapshotAt();
    const ready = snapshot_at === null && (await isReady());
    return reply
      .status(ready ? 200 : 503)
      .send({ ok: ready, ...(snapshot_at === null ? {} : { snapshot_at }) });
  });
  const onRequest = closedWhen(() => !deps.config.get().metrics_open, deps.callers);
  app.get('/metrics', { onRequest }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );

  routes.get(
    '/v1/brand',
    {
      config: { access: 'public', fromSnapshot: true },
      schema: { tags, response: { 200: envelope(brandSchema) } },
    },
    // The console validates passwords by the current rule.
    async (request) => ok(request, { ...deps.brand, passwordStrength: deps.config.get().password_strength }),
  );
  routes.get(
    '/v1/clock',
    {
      config: { access: 'public', fromSnapshot: true },
      schema: {
        tags,
        response: {
          200: envelope(
            z.object({
              at: z.number().describe('Wall time, epoch ms.'),
              time_zone: z.string().describe('Time zone of the site, IANA name.'),
            }),
          ),
        },
      },
    },
    async (request) => ok(request, { at: Date.now(), time_zone: deps.env.TZ_SITE }),
  );
  routes.get(
    '/v1/origin',
    {
      config: { access: 'public', fromSnapshot: true, plainHttp: true },
      schema: {
        tags,
        response: {
          200: envelope(
            z.object({
              https_port: z
                .number()
                .nullable()
                .describe('Port at which the caller reaches HTTPS; null: none is known.'),
              https_only: z.boolean().describe('Whether plain HTTP is refused.'),
              secure: z.boolean().describe('Whether this request came by HTTPS.'),
            }),
          ),
        },
      },
    },
    async (request) =>
      ok(request, {
        https_port: portOf(request),
        https_only: deps.httpsOnly.isOn(),
        secure: isSecure(request),
      }),
  );
}
