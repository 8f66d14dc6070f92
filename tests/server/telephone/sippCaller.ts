import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/freePort.ts';

const LOOPBACK = '127.0.0.1';
/** Time for which the call goes on after the last digit, ms. */
const TALK_MS = 1_000;

const request = (method: string, number: number, caller: string, type = '', body = '') => `<send${
  method === 'ACK' ? '' : ' retrans="500"'
}><![CDATA[
${method} sip:[service]@[remote_ip]:[remote_port] SIP/2.0
Via: SIP/2.0/[transport] [local_ip]:[local_port];branch=[branch]
From: <sip:${caller}@[local_ip]:[local_port]>;tag=[pid]s[call_number]
To: <sip:[service]@[remote_ip]:[remote_port]>${method === 'INVITE' ? '' : '[peer_tag_param]'}
Call-ID: [call_id]
CSeq: ${number} ${method}
Contact: <sip:${caller}@[local_ip]:[local_port]>
Max-Forwards: 70
${type === '' ? '' : `Content-Type: ${type}\n`}Content-Length: [len]

${body}
]]></send>`;

const sdp = `v=0
o=- 1 1 IN IP4 [local_ip]
s=-
c=IN IP4 [media_ip]
t=0 0
m=audio [media_port] RTP/AVP 8
a=rtpmap:8 PCMA/8000`;

function scenarioOf(caller: string, digits: string): string {
  const infos = [...digits].flatMap((digit, i) => [
    request('INFO', i + 2, caller, 'application/dtmf-relay', `Signal=${digit}\nDuration=160`),
    '<recv response="200"/>',
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>
<scenario name="caller">
${request('INVITE', 1, caller, 'application/sdp', sdp)}
<recv response="100" optional="true"/>
<recv response="200"/>
${request('ACK', 1, caller)}
${infos.join('\n')}
<pause milliseconds="${TALK_MS}"/>
${request('BYE', digits.length + 2, caller)}
<recv response="200"/>
</scenario>`;
}

/** Calls with SIPp, which sends digits by INFO and no sound, and then hangs up. Rejects when SIPp reports a failure. */
export async function dialBySipp(port: number, caller: string, digits: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'sipp-caller-'));
  const file = join(folder, 'scenario.xml');
  writeFileSync(file, scenarioOf(caller, digits));
  const own = ['-i', LOOPBACK, '-p', String(await freePort()), '-mp', String(await freePort())];
  const child = spawn(
    'sipp',
    ['-sf', file, ...own, '-s', '4001', '-m', '1', '-nostdin', `${LOOPBACK}:${port}`],
    { cwd: folder, stdio: 'ignore' },
  );
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject).once('exit', resolve);
    });
    if (code !== 0) throw new Error(`SIPp ended with ${code}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
