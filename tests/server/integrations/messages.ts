import { Webhook } from 'standardwebhooks';
import { CAP_NAMESPACE } from '../../../server/edge/integrations/cap.ts';

export const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
export function signed(body: string, { id = `m${Math.random()}`, when = new Date(), by = secret } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(when.getTime() / 1000)),
    'webhook-signature': new Webhook(by).sign(id, when, body),
  };
}
export const capTime = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}+00:00`;
export const cap = (over: Record<string, string> = {}) => `<?xml version="1.0"?>
<alert xmlns="${CAP_NAMESPACE}"><identifier>${over.id ?? 'A1'}</identifier><sender>met@example.org</sender>
<sent>${over.sent ?? capTime(Date.now())}</sent><status>${over.status ?? 'Actual'}</status>
<msgType>${over.type ?? 'Alert'}</msgType><scope>Public</scope><references>${over.references ?? ''}</references>
<info><category>Fire</category><event>Wildfire</event><urgency>Immediate</urgency><severity>Extreme</severity>
<certainty>Observed</certainty><headline>Fire in the hills</headline><area><areaDesc>Hills</areaDesc></area></info></alert>`;

/** Posts JSON or XML; resolves with the status of the answer and its body. */
export async function send(url: URL, body: string, headers: Record<string, string>) {
  const type = body.startsWith('<') ? 'application/xml' : 'application/json';
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': type, ...headers },
    body,
  });
  return { status: response.status, ...((await response.json()) as { code: number; key?: string }) };
}
