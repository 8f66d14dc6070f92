import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/**
 * Browser features that pages of this server may use themselves, but no frame within them; all others are
 * off.
 */
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

/**
 * Adds headers to every response: what pages may load and use, and that API responses must not be cached.
 *
 * @param partnerAddresses other servers of the system, which the terminal page connects to when this one does not answer
 */
export async function answerHeaders(
  app: FastifyInstance,
  partnerAddresses: () => readonly string[],
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        // Fluent UI and AG Grid insert style elements into the page.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        // Includes WebSockets of the same origin.
        connectSrc: [
          () => ["'self'", ...partnerAddresses().map((one) => one.replace(/^http/, 'ws'))].join(' '),
        ],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        upgradeInsecureRequests: null,
      },
    },
    // Depends on a setting and on the certificate (server/platform/httpsOnly/guard.ts).
    hsts: false,
    crossOriginOpenerPolicy: false,
    originAgentCluster: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', PERMISSIONS);
    // Routes with cacheable responses set their own header.
    if (request.url.startsWith('/v1/')) reply.header('cache-control', 'no-store');
  });
}
