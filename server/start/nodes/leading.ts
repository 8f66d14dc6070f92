import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';
import { serveFiles } from '../../edge/pair/files/serveFiles.ts';
import { serveJournal } from '../../edge/pair/journal/serveJournal.ts';
import type { Env } from '../../platform/process/env.ts';
import { networkAddresses } from '../../platform/process/machineNames.ts';
import { listen } from '../listen/bind.ts';
import { keyDigest, serverCertificate } from '../listen/tls.ts';
import type { Opened } from '../opened.ts';
import { createEntry } from './entry.ts';
import type { Node } from './node.ts';

/**
 * Opens the entry of a leader whose site has started, and tells the other nodes where it is: they pass their clients on,
 * and copy files and journal. @throws the error of the port
 */
export async function lead(node: Node, env: Env, { deps, app, plain, secure }: Opened): Promise<void> {
  if (deps === undefined || app === undefined) return;
  const { journalReplica, clock } = deps;
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const nodes = createServer((_, response) => response.writeHead(404).end());
  const refused = () => node.refused('connection');
  nodes.on('upgrade', (request, socket, head) =>
    sockets.handleUpgrade(request, socket, head, (opened) => {
      opened.on('error', () => opened.terminate());
      if (request.url === '/files') serveFiles(opened, env.DATA_DIR);
      else serveJournal(opened, { replica: journalReplica, clock, refused });
    }),
  );
  const certificate = await serverCertificate(env);
  const entry = createEntry({ secret: node.secret, certificate, app: app.server, nodes, refused });
  const port = await listen(entry.server, { port: env.NODE_PORT, host: env.HOST });
  const hosts = env.HOST === undefined ? [...networkAddresses(), '127.0.0.1'] : [env.HOST];
  node.leads({ hosts, port, key: keyDigest(certificate.cert) }, entry.close, {
    http: plain?.port ?? null,
    https: secure?.port ?? null,
  });
  node.lease.settle();
}
