import { X509Certificate } from 'node:crypto';
import { Gauge, type Registry } from 'prom-client';

/**
 * Registers a Prometheus gauge of the expiry of the TLS certificate.
 * @returns a function that takes the certificate in use, PEM
 */
export function certificateMetrics(metrics: Registry): (cert: string, isOwn: boolean) => void {
  const expires = new Gauge({
    name: 'tocsin_certificate_expiry_timestamp_seconds',
    help: 'Expiry of the HTTPS certificate, seconds since 1970, by source',
    labelNames: ['origin'],
    registers: [metrics],
  });
  return (cert, isOwn) => {
    const { validTo } = new X509Certificate(cert);
    expires.reset();
    expires.set({ origin: isOwn ? 'own' : 'self_made' }, Date.parse(validTo) / 1000);
  };
}
