import type { ImportReport, TransferKind } from '../../../contract/api/transfer.ts';
import type { TestApp } from '../setup/app.ts';

const boundary = 'x-tocsin-test';

/** Multipart body with one file. */
export function multipart(name: string, bytes: Uint8Array | string) {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const payload = Buffer.concat([
    Buffer.from(head),
    Buffer.from(bytes),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export interface Sent {
  code: number;
  key?: string;
  message: string;
  value: ImportReport;
}

/** Imports a file; a dry run by default. */
export async function send(
  site: TestApp,
  token: string,
  kind: TransferKind,
  bytes: Uint8Array | string,
  options: { run?: boolean; lang?: string } = {},
): Promise<Sent> {
  const { payload, headers } = multipart('table.csv', bytes);
  const response = await site.app.inject({
    method: 'POST',
    url: `/v1/${kind}/import?dry_run=${options.run !== true}`,
    headers: { ...headers, lang: options.lang ?? 'en', access_token: token },
    payload,
  });
  return response.json() as Sent;
}

/** Bytes of an export. */
export async function take(
  site: TestApp,
  token: string,
  kind: TransferKind,
  query = 'format=csv',
  lang = 'en',
): Promise<Buffer> {
  const ticket = await site.call('POST', `/v1/${kind}/export/ticket`, { token, headers: { lang } });
  const { url } = ticket.body.value as { url: string };
  const response = await site.app.inject({ method: 'GET', url: `${url}&${query}` });
  if (response.statusCode !== 200) throw new Error(response.body);
  return response.rawPayload;
}

/** Faults as `line column message`. */
export function faults({ value }: Sent): string[] {
  return value.bad.flatMap(({ line, faults: all }) =>
    all.map(({ column, message }) => `${line} ${column} ${message}`),
  );
}
