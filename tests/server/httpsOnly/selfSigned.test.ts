import { expect, test } from 'vitest';
import { set, startHttpsSite } from './httpsSite.ts';

test('with the self-signed certificate HSTS is never sent, and redirects lead to PUBLIC_HTTPS_PORT', async () => {
  const at = await startHttpsSite({ PUBLIC_HTTPS_PORT: '443' }, { own: false });
  try {
    expect((await set(at, true)).status).toBe(200);
    const { headers } = await at.send('https', '/healthz', { headers: { host: 'pa.example.com' } });
    expect(headers).not.toHaveProperty('strict-transport-security');
    const led = await at.send('http', '/terminal', { headers: { host: '[::1]:8080' } });
    expect([led.status, led.headers.location]).toEqual([308, 'https://[::1]/terminal']);
  } finally {
    await at.close();
  }
});
