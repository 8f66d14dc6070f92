import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/freePort.ts';
import { LOOPBACK } from './receiveRtp.ts';

/** Phone of another make that runs as a program. */
export interface Phone {
  uri: string;
  stop(): Promise<void>;
}

const MODULES = '/usr/lib/baresip/modules';

/** UDP socket on a free port of this machine. */
export function udpSocket(): Promise<Socket> {
  const socket = createSocket('udp4');
  return new Promise((resolve) => socket.bind(0, LOOPBACK, () => resolve(socket)));
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}

/** Starts baresip, which answers by itself and writes what it hears to a file. */
export async function startBaresip(
  codec: string,
  port: number,
  answer = 'answermode=auto',
): Promise<Phone & { folder: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'baresip-'));
  const rtp = 22_000 + 2 * randomInt(4_000);
  const config = [
    `sip_listen ${LOOPBACK}:${port}`,
    `module_path ${MODULES}`,
    ...['g711', 'g722', 'opus', 'aubridge', 'sndfile'].map((name) => `module ${name}.so`),
    ...['account', 'menu'].map((name) => `module_app ${name}.so`),
    ...['player', 'alert', 'source'].map((end) => `audio_${end} aubridge,both`),
    `snd_path ${folder}`,
    `rtp_ports ${rtp}-${rtp + 9}`,
    'rtcp_enable no',
  ];
  writeFileSync(join(folder, 'config'), `${config.join('\n')}\n`);
  writeFileSync(
    join(folder, 'accounts'),
    `<sip:hall@${LOOPBACK}:${port}>;regint=0;${answer};audio_codecs=${codec}\n`,
  );
  writeFileSync(join(folder, 'contacts'), '');
  const child = spawn('baresip', ['-f', folder], {
    stdio: 'ignore',
  });
  return {
    folder,
    uri: `hall@${LOOPBACK}:${port}`,
    async stop() {
      await stopped(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Loudest sample of what baresip has written so far, 0 to 1. */
export function peakOf(folder: string): number {
  const name = readdirSync(folder).find((one) => one.endsWith('-dec.wav'));
  if (name === undefined) return 0;
  const bytes = readFileSync(join(folder, name));
  let peak = 0;
  for (let i = 44; i + 1 < bytes.length; i += 2) peak = Math.max(peak, Math.abs(bytes.readInt16LE(i)));
  return peak / 32_768;
}

/** Answer of SIPp to each call: a refusal with this status, or sound at this UDP port. */
export type Scenario = { refuse: number } | { answer: number };

const response = (
  start: string,
  more = '',
  body = '',
) => `<send${body === '' ? '' : ' retrans="500"'}><![CDATA[
SIP/2.0 ${start}
[last_Via:]
[last_From:]
[last_To:];tag=[pid]sipp[call_number]
[last_Call-ID:]
[last_CSeq:]
${more}Content-Length: ${body === '' ? '0' : '[len]'}
${body === '' ? '' : `Content-Type: application/sdp\n\n${body}`}
]]></send>`;

function scenarioOf(scenario: Scenario): string {
  const contact = 'Contact: <sip:hall@[local_ip]:[local_port]>\n';
  const parts: string[] = [];
  if ('refuse' in scenario) parts.push(response(`${scenario.refuse} Refused`), '<recv request="ACK"/>');
  else {
    const sdp = `v=0\no=- 1 1 IN IP4 [local_ip]\ns=-\nc=IN IP4 ${LOOPBACK}\nt=0 0\nm=audio ${scenario.answer} RTP/AVP 8 101\na=rtpmap:8 PCMA/8000\na=rtpmap:101 telephone-event/8000\n`;
    parts.push(response('180 Ringing'), response('200 OK', contact, sdp), '<recv request="ACK"/>');
    parts.push('<recv request="BYE" timeout="600000"/>', response('200 OK'));
  }
  return `<?xml version="1.0" encoding="UTF-8"?>
<scenario name="loudspeaker">
<recv request="OPTIONS" optional="true" next="options"/>
<recv request="INVITE"/>
${parts.join('\n')}
<nop next="end"/>
<label id="options"/>
${response('200 OK')}
<label id="end"/>
<nop/>
</scenario>`;
}

/** Starts SIPp with a scenario that answers each call alike. */
export async function startSipp(scenario: Scenario, port: number): Promise<Phone> {
  const folder = mkdtempSync(join(tmpdir(), 'sipp-'));
  const file = join(folder, 'scenario.xml');
  writeFileSync(file, scenarioOf(scenario));
  const child = spawn(
    'sipp',
    ['-sf', file, '-i', LOOPBACK, '-p', String(port), '-nostdin', '-mp', String(await freePort())],
    { cwd: folder, stdio: 'ignore' },
  );
  return {
    uri: `hall@${LOOPBACK}:${port}`,
    async stop() {
      await stopped(child);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
