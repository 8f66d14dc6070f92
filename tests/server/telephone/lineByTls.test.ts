import { afterEach, expect, test } from 'vitest';
import type { IntegrationRow } from '../../../server/edge/integrations/integration.repository.ts';
import { TelephoneLine } from '../../../server/edge/integrations/telephone/telephoneLine.ts';
import { registrationTimes } from '../../../server/platform/sip/registration.ts';
import { UserAgent } from '../../../server/platform/sip/userAgent.ts';
import { freePort } from '../../support/freePort.ts';

/** docs/rules/telephone-system.md#certificates-are-checked */

const LOOPBACK = '127.0.0.1';
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function line(url: string) {
  const outcomes: string[] = [];
  const agent = new UserAgent({ port: 0, name: 'Test', log: { warn: () => undefined } });
  const tls = await freePort();
  const row = { url, certificate: '', peers: [], secret: null, last_error: 'before' };
  const made = new TelephoneLine(row as unknown as IntegrationRow, {
    ...{ agent, ports: { udp: 0, tls }, times: registrationTimes },
    certificate: () => Promise.reject(new Error('no connection is made')),
    outcome: (error) => outcomes.push(error),
    reachable: () => undefined,
  });
  ends.push(
    () => agent.close(),
    () => made.end(),
  );
  return { made, outcomes, tls };
}

test('a telephone system with TLS in its address calls by nothing else', async () => {
  const { made, outcomes } = await line(`sip:${LOOPBACK};transport=tls`);
  await expect.poll(() => outcomes).toEqual(['']);
  expect(made.isFrom({ protocol: 'tls', address: LOOPBACK, port: 9 })).toBe(true);
  expect(made.isFrom({ protocol: 'udp', address: LOOPBACK, port: 9 })).toBe(false);
  expect(made.isFrom({ protocol: 'tls', address: '127.0.0.2', port: 9 })).toBe(false);
});

test('a port of TLS that another program has is a reason', async () => {
  const first = await line(`sip:${LOOPBACK};transport=tls`);
  await expect.poll(() => first.outcomes).toEqual(['']);
  const agent = new UserAgent({ port: 0, name: 'Test', log: { warn: () => undefined } });
  ends.push(() => agent.close());
  const never = () => Promise.reject(new Error('no connection is made'));
  await expect(agent.listen(first.tls, never)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
