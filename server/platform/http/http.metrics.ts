import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';

/** Methods with a label of their own; all others share one. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
/** Label of requests without a route, whose paths are arbitrary. */
const NO_ROUTE = 'none';

/**
 * Counts and times requests, for Prometheus. Labels are bounded: route templates instead of URLs, and status
 * classes. Durations have no route label: each would cost a dozen series, 425 times.
 */
export function httpMetrics(app: FastifyInstance, metrics: Registry): void {
  const registers = [metrics];
  const requests = new Counter({
    name: 'tocsin_http_requests_total',
    help: 'Answered requests, by route template, method and status class',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'tocsin_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer, by method and status class; without sockets',
    labelNames: ['method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  app.addHook('onResponse', async (request, reply) => {
    // A socket lasts as long as its console.
    if (request.ws) return;
    const method = METHODS.has(request.method) ? request.method : 'other';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    requests.inc({
      route: request.is404 ? NO_ROUTE : (request.routeOptions.url ?? NO_ROUTE),
      method,
      status,
    });
    duration.observe({ method, status }, reply.elapsedTime / 1000);
  });
}
