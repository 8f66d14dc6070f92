import { createSocket, type Socket } from 'node:dgram';
import { quantile } from '../contract/rules/quantile.ts';
import { startSipp } from '../tests/server/foreign/sipPhones.ts';
import { Api, noiseWav, pause, until } from './support/api.ts';
import { measure } from './support/cpu.ts';
import { startProduct } from './support/productServer.ts';

/**
 * Benchmark of SIP loudspeakers: one broadcast calls all of them at once. SIPp answers the calls, and a UDP socket
 * receives their sound. Measured are the time from the start to the first packet of each call, and the processor time
 * of the server with its sender process while they play.
 */
const LOUDSPEAKERS = Number(process.env.BENCH_LOUDSPEAKERS ?? 50);
const MEASURE_MS = Number(process.env.BENCH_MS ?? 20_000);
const SETTLE_MS = 15_000;
const SIP_PORT = 21_660;
const LOOPBACK = '127.0.0.1';
/** Position of the source (SSRC) in an RTP packet: each call has its own. */
const SSRC_AT = 8;

const rounded = (value: number, digits = 4) => Number(value.toFixed(digits));

/** Receives the sound of all calls. */
function receive(socket: Socket) {
  const firstMs = new Map<number, number>();
  let packets = 0;
  socket.on('message', (packet) => {
    packets++;
    const call = packet.readUInt32BE(SSRC_AT);
    if (!firstMs.has(call)) firstMs.set(call, performance.now());
  });
  return { firstMs, count: () => packets };
}

const socket = createSocket('udp4');
await new Promise<void>((done) => socket.bind(0, LOOPBACK, () => done()));
const heard = receive(socket);
const phones = await startSipp({ answer: socket.address().port }, SIP_PORT);
const server = await startProduct({ env: { SIP_PORT: '0', SIP_RTP_PORT: '0' } });
try {
  const api = await Api.login(server.url, server.adminPassword);
  const file = await api.upload('sip.wav', noiseWav(60));
  const devices: number[] = [];
  for (let i = 0; i < LOUDSPEAKERS; i++) {
    const foreign = {
      ...{ transport: 'sip', uri: `hall${i}@${LOOPBACK}:${SIP_PORT}`, protocol: 'udp', codec: 'any' },
      ...{ answer: 'none', delay_ms: 60 },
    };
    const body = { name: `Loudspeaker ${i}`, org: null, foreign };
    devices.push((await api.call<{ id: number }>('POST', '/v1/device/foreign', body)).id);
  }
  await pause(SETTLE_MS);
  const idleEnd = measure(server.pid, []);
  await pause(MEASURE_MS);
  const idle = idleEnd();
  const startMs = performance.now();
  await api.call('POST', '/v1/task', {
    ...{ name: 'SIP', audio_source: 0, files: [file], devices, loop: 1, volume: 80 },
  });
  await until('every call is sent sound', () => heard.firstMs.size >= LOUDSPEAKERS);
  const firsts = [...heard.firstMs.values()].map((ms) => ms - startMs).sort((a, b) => a - b);
  const before = heard.count();
  const end = measure(server.pid, []);
  await pause(MEASURE_MS);
  const playing = end();
  const at = (share: number) => rounded(quantile(firsts, share) ?? 0, 0);
  const report = {
    loudspeakers: LOUDSPEAKERS,
    calls: heard.firstMs.size,
    first_packet_ms: { p50: at(0.5), p95: at(0.95), p99: at(0.99) },
    spread_ms: rounded((firsts.at(-1) ?? 0) - (firsts[0] ?? 0), 0),
    packets: heard.count() - before,
    packets_due: Math.round((MEASURE_MS / 20) * LOUDSPEAKERS),
    idle_cores: rounded(idle.main + idle.rest),
    playing_cores: rounded(playing.main + playing.rest),
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
} finally {
  await server.stop();
  await phones.stop();
  socket.close();
}
