import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../support/eventually.ts';

const LOOPBACK = '127.0.0.1';
const PROGRAM = '/usr/sbin/kamailio';

const modules = ['tm', 'sl', 'rr', 'pv', 'maxfwd', 'usrloc', 'registrar', 'auth', 'siputils', 'textops'];

/** Port and files of TLS. */
export interface TlsFiles {
  port: number;
  key: string;
  cert: string;
}

const tlsConfig = ({ port, key, cert }: TlsFiles) => `
enable_tls=yes
listen=tls:${LOOPBACK}:${port}
loadmodule "tls.so"
modparam("tls", "tls_method", "TLSv1.2+")
modparam("tls", "private_key", "${key}")
modparam("tls", "certificate", "${cert}")
`;

/** Extension that is asked for its password before it calls. */
export const ASKED = '4001';

/** Registrar that asks extensions for this password, and passes calls to those that are registered. */
const config = (port: number, password: string, tls: TlsFiles | null) => `
debug=0
log_stderror=yes
children=1
tcp_children=1
disable_tcp=no
listen=udp:${LOOPBACK}:${port}
listen=tcp:${LOOPBACK}:${port}
${tls === null ? '' : tlsConfig(tls)}
${modules.map((name) => `loadmodule "${name}.so"`).join('\n')}
modparam("usrloc", "db_mode", 0)
modparam("registrar", "min_expires", 1)
request_route {
  if (is_method("REGISTER")) {
    if (!pv_www_authenticate("$td", "${password}", "0")) { www_challenge("$td", "1"); exit; }
    # A phone that was switched off without a word is not called any more.
    save("location", "0x04");
    exit;
  }
  if (has_totag()) {
    if (loose_route()) { t_relay(); exit; }
    if (is_method("ACK")) { if (t_check_trans()) { t_relay(); } exit; }
    sl_send_reply("404", "Not here");
    exit;
  }
  if (is_method("CANCEL")) { if (t_check_trans()) { t_relay(); } exit; }
  if (is_method("INVITE") && $fU == "${ASKED}") {
    if (!pv_proxy_authenticate("$fd", "${password}", "0")) { proxy_challenge("$fd", "1"); exit; }
    consume_credentials();
  }
  record_route();
  if (!lookup("location")) { sl_send_reply("404", "Not Found"); exit; }
  t_relay();
}
`;

/** Runs kamailio, a SIP registrar and proxy that is not ours. */
export class Kamailio {
  readonly port: number;
  readonly #folder = mkdtempSync(join(tmpdir(), 'kamailio-'));
  #child: ChildProcess | null = null;

  constructor(port: number) {
    this.port = port;
  }

  /** Starts it, with no extension registered. */
  async start(password: string, tls: TlsFiles | null = null): Promise<void> {
    const file = join(this.#folder, 'kamailio.cfg');
    writeFileSync(file, config(this.port, password, tls));
    this.#child = spawn(PROGRAM, ['-DD', '-E', '-f', file, '-Y', this.#folder, '-m', '32', '-M', '8'], {
      stdio: 'ignore',
      detached: true,
    });
    await eventually(async () => {
      const socket = connect({ port: this.port, host: LOOPBACK });
      await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject));
      socket.destroy();
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child?.pid === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    // It runs as a group of processes.
    process.kill(-child.pid, 'SIGKILL');
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
