import type { Env } from '../platform/process/env.ts';
import { machineNames } from '../platform/process/machineNames.ts';

/** Text printed after a start: addresses and data folder. */
export function banner(
  env: Env,
  httpPort: number | null,
  httpsPort: number | null,
  isOwnCertificate: boolean,
): string {
  const hosts = env.HOST ? [env.HOST] : ['localhost', ...machineNames().ip.slice(2, 5)];
  const urls = (path: string) =>
    hosts.map((host) => {
      const name = host.includes(':') ? `[${host}]` : host;
      const http = httpPort === null ? '' : `http://${name}:${httpPort}${path}`;
      const https = httpsPort === null ? '' : `https://${name}:${httpsPort}${path}`;
      return http && https ? `${http.padEnd(38)}  ${https}` : http || https;
    });
  return [
    '',
    '  Tocsin is running.',
    '',
    ...lines('Console', urls('/')),
    ...lines('Terminal page', urls('/terminal')),
    ...lines('Data', [env.DATA_DIR]),
    ...lines('Stop', ['Ctrl+C']),
    ...(httpsPort === null || isOwnCertificate
      ? []
      : ['', '  The certificate is self-signed: browsers ask once whether to trust it.']),
    '',
    '',
  ].join('\n');
}

function lines(label: string, values: string[]): string[] {
  return values.map((value, index) => `  ${(index === 0 ? label : '').padEnd(15)}${value}`);
}

/** Frame of a few lines, for text that is printed only once. */
export function box(content: string[]): string {
  const width = Math.max(...content.map((line) => line.length));
  const edge = '─'.repeat(width + 4);
  return [
    '',
    `  ┌${edge}┐`,
    ...content.map((line) => `  │  ${line.padEnd(width)}  │`),
    `  └${edge}┘`,
    '',
    '',
  ].join('\n');
}
