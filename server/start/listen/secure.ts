import { createServer, type Server } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { inRanges } from '../../platform/http/addressRange.ts';
import { guardSlow, serverOptions, slowClientLimits } from '../../platform/http/slowClients.ts';
import type { Env } from '../../platform/process/env.ts';
import { bind, isTaken, listen } from './bind.ts';
import { certificateMetrics } from './certificate.metrics.ts';
import { type KeptPort, keepListening, type ListenDeps } from './keepListening.ts';
import { keepCertificate } from './keptCertificate.ts';
import { keyDigest } from './tls.ts';

export interface Secure extends Pick<KeptPort, 'port' | 'failure' | 'onOpen'> {
  /** Message for the administrator when the default port was taken. */
  readonly note: string | null;
  /** True while it serves the certificate of TLS_CERT. */
  readonly isOwnCertificate: boolean;
  /** SHA-256 of the key of its certificate, hexadecimal. */
  readonly keySha256: string;
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

/**
 * Serves the same application over HTTPS: requests go to the router of `app`, WebSocket upgrades to the
 * listeners of its HTTP server. A port or a certificate that cannot be used is tried again.
 * @returns null when HTTPS is off
 */
export async function listenSecure(
  app: FastifyInstance,
  env: Env,
  { metrics, faults }: { metrics: Registry; faults: ListenDeps['faults'] },
): Promise<Secure | null> {
  if (env.HTTPS_PORT === 'off') return null;
  const deps: ListenDeps = { faults, log: app.log };
  const shown = certificateMetrics(metrics);
  const certificate = await keepCertificate(env, deps, ({ pair, isOwn }) => {
    server.setSecureContext(pair);
    shown(pair.cert, isOwn);
  });
  shown(certificate.pair.cert, certificate.isOwn);
  const server = createServer({ ...serverOptions(), ...certificate.pair }, (request, reply) =>
    app.routing(request, reply),
  );
  server.on('upgrade', (request, socket, head) => app.server.emit('upgrade', request, socket, head));
  server.keepAliveTimeout = app.server.keepAliveTimeout;
  server.requestTimeout = app.server.requestTimeout;
  guardSlow(server, slowClientLimits, inRanges(env.TRUSTED_PROXIES));
  let note: string | null = null;
  const request = { setting: 'HTTPS_PORT', port: env.HTTPS_PORT ?? usualPort } as const;
  const open = async () => {
    const bound = await bindSecure(server, env);
    note = bound.note;
    return bound.port;
  };
  const kept = await keepListening(request, open, deps);

  return {
    get port() {
      return kept.port;
    },
    get failure() {
      return kept.failure;
    },
    get note() {
      return note;
    },
    get isOwnCertificate() {
      return certificate.isOwn;
    },
    get keySha256() {
      return keyDigest(certificate.pair.cert);
    },
    onOpen: kept.onOpen,
    close: () =>
      new Promise((resolve) => {
        certificate.stop();
        kept.stop();
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
