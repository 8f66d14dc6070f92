import { createServer, type Server } from 'node:https';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { inRanges } from '../../platform/http/addressRange.ts';
import { guardSlow, serverOptions, slowClientLimits } from '../../platform/http/slowClients.ts';
import type { Env } from '../../platform/process/env.ts';
import { bind, isTaken, listen } from './bind.ts';
import { certificateMetrics } from './certificate.metrics.ts';
import { serverCertificate } from './tls.ts';

export interface Secure {
  port: number;
  /** Message for the administrator when the default port was taken. */
  note: string | null;
  /** Stops accepting connections; resolves when the last request has ended. */
  close: () => Promise<void>;
  /** Closes all connections, running requests included. */
  cut: () => void;
}

/**
 * Default port of HTTPS when HTTPS_PORT is not set, and how many further ports are tried when it is taken.
 */
const usualPort = 8443;
const tries = 10;
const hour = 3_600_000;

/**
 * Serves the same application over HTTPS: requests go to the router of `app`, WebSocket upgrades to the
 * listeners of its HTTP server.
 * @returns null when HTTPS is off
 * @throws StartError when a configured port is taken, or the certificate cannot be used
 */
export async function listenSecure(
  app: FastifyInstance,
  env: Env,
  metrics = new Registry(),
): Promise<Secure | null> {
  if (env.HTTPS_PORT === 'off') return null;
  let pair = await serverCertificate(env, undefined, (err) =>
    app.log.warn({ err }, 'the certificate of the server cannot be stored: this one is valid until it stops'),
  );
  const shown = certificateMetrics(metrics, env.TLS_CERT !== undefined);
  shown(pair.cert);
  const server = createServer({ ...serverOptions(), ...pair }, (request, reply) =>
    app.routing(request, reply),
  );
  server.on('upgrade', (request, socket, head) => app.server.emit('upgrade', request, socket, head));
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  server.requestTimeout = app.server.requestTimeout;
  guardSlow(server, slowClientLimits, inRanges(env.TRUSTED_PROXIES));
  const { port, note } = await bindSecure(server, env);

  // The certificate is checked hourly: it expires, and addresses change, while the server runs. On failure
  // the current one stays.
  const renewal = setInterval(async () => {
    try {
      const fresh = await serverCertificate(env);
      if (fresh.cert !== pair.cert) server.setSecureContext(fresh);
      pair = fresh;
      shown(pair.cert);
    } catch (error) {
      app.log.error({ err: error }, 'the certificate could not be renewed');
    }
  }, hour);
  renewal.unref();

  return {
    port,
    note,
    close: () =>
      new Promise((resolve) => {
        clearInterval(renewal);
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
    cut: () => server.closeAllConnections(),
  };
}

async function bindSecure(server: Server, env: Env): Promise<{ port: number; note: string | null }> {
  const host = env.HOST;
  if (typeof env.HTTPS_PORT === 'number') {
    const request = { setting: 'HTTPS_PORT', port: env.HTTPS_PORT, host } as const;
    return { port: await bind(request, () => listen(server, request)), note: null };
  }
  return bind({ setting: 'HTTPS_PORT', port: usualPort, host }, async () => {
    for (let candidate = usualPort; ; candidate += 1) {
      try {
        const port = await listen(server, { port: candidate, host });
        const note = `Port ${usualPort} is taken, so HTTPS is on port ${port}. Set HTTPS_PORT to choose one.`;
        return { port, note: port === usualPort ? null : note };
      } catch (error) {
        if (!isTaken(error) || candidate === usualPort + tries) throw error;
      }
    }
  });
}
