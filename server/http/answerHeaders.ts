import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Features of a browser that pages of this server may use, but no frame within them; all others are off. */
const ALLOWED = [
  'autoplay',
  'clipboard-write',
  'fullscreen',
  'microphone',
  'screen-wake-lock',
  'speaker-selection',
];
const REFUSED = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'midi',
  'payment',
  'serial',
  'usb',
];
const PERMISSIONS = [...ALLOWED.map((name) => `${name}=(self)`), ...REFUSED.map((name) => `${name}=()`)].join(
  ', ',
);

/** Headers of every answer: what pages may load and use, and that answers of the API are kept nowhere. */
export async function answerHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // Fluent and AG Grid write their styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        // Web sockets of this very origin are among it.
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        upgradeInsecureRequests: null,
      },
    },
    // Both HTTP and HTTPS are served on purpose; a certificate of our own making must not be pinned.
    hsts: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
    // A route whose answers may be kept says so itself.
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store');
  });
}
