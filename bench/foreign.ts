import { type ChildProcess, spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { readFileSync } from 'node:fs';
import { quantile } from '../contract/rules/quantile.ts';
import { Api, noiseWav, pause, until } from './support/api.ts';
import { familyOf, measure } from './support/cpu.ts';
import { startProduct } from './support/productServer.ts';

/**
 * Benchmark of multicast: loudspeakers of one group play a programme as G.722. Measured are the processor time of the
 * server with its sender process, against the same server with the loudspeakers idle, and how evenly the packets
 * arrive. Baseline: FFmpeg sends one RTP stream of the same codec and packet time.
 */
const LOUDSPEAKERS = Number(process.env.BENCH_LOUDSPEAKERS ?? 2_000);
const MEASURE_MS = Number(process.env.BENCH_MS ?? 20_000);
const SETTLE_MS = 5_000;
const GROUP = '239.255.21.50';
const [OWN_PORT, BARE_PORT] = [21_650, 21_652];
const LOOPBACK = '127.0.0.1';
const PACKET_MS = 20;

interface Arrivals {
  packets: number;
  /** Deviation of the intervals from the packet time, ms. */
  jitter_p50_ms: number;
  jitter_p95_ms: number;
  jitter_p99_ms: number;
}

/** Receives a group; `take` gives the arrivals since the last call. */
function receive(port: number) {
  let times: number[] = [];
  const socket = createSocket({ type: 'udp4', reuseAddr: true });
  socket.bind(port, () => socket.addMembership(GROUP, LOOPBACK));
  socket.on('message', () => times.push(performance.now()));
  return {
    take(): Arrivals {
      const off = times.slice(1).map((time, i) => Math.abs(time - (times[i] ?? time) - PACKET_MS));
      const packets = times.length;
      times = [];
      const sorted = off.sort((a, b) => a - b);
      const at = (share: number) => Number((quantile(sorted, share) ?? 0).toFixed(2));
      return { packets, jitter_p50_ms: at(0.5), jitter_p95_ms: at(0.95), jitter_p99_ms: at(0.99) };
    },
    close: () => socket.close(),
  };
}

const rounded = (value: number) => Number(value.toFixed(4));

/** Process that sends multicast, a child of the server. */
function senderOf(server: number): number {
  const isSender = (pid: number) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('senderProcess');
  return familyOf(server).find(isSender) ?? 0;
}

/** Processor time per second of a server with its database, and of its sender, cores; memory of the sender, MB. */
async function usage(server: number) {
  const sender = senderOf(server);
  const [all, own] = [measure(server, []), measure(sender, [])];
  await pause(MEASURE_MS);
  const [whole, sending] = [all(), own()];
  const status = readFileSync(`/proc/${sender}/status`, 'utf8');
  return {
    server_cores: rounded(whole.main),
    sender_cores: rounded(sending.main),
    others_cores: rounded(whole.rest - sending.main),
    sender_mb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024),
  };
}

async function product() {
  const server = await startProduct();
  const heard = receive(OWN_PORT);
  try {
    const api = await Api.login(server.url, server.adminPassword);
    const file = await api.upload('foreign.wav', noiseWav(60));
    const foreign = {
      ...{ transport: 'rtp_multicast', group: GROUP, port: OWN_PORT, codec: 'g722', packet_ms: PACKET_MS },
      ...{ ttl: 1, interface: LOOPBACK, delay_ms: 60 },
    };
    for (let i = 0; i < LOUDSPEAKERS; i++)
      await api.call('POST', '/v1/device/foreign', { name: `Loudspeaker ${i}`, org: null, foreign });
    await pause(SETTLE_MS);
    const idle = await usage(server.pid);
    const zones = await api.call<{ rows: { id: number; parent_id: number | null }[] }>(
      'GET',
      '/v1/partition',
    );
    const orgs = zones.rows.filter((zone) => zone.parent_id === null).map((zone) => zone.id);
    const body = { name: 'Multicast', audio_source: 0, files: [file], orgs, loop: 1, volume: 80 };
    await api.call('POST', '/v1/task', body);
    await until('packets arrive', () => heard.take().packets > 0);
    await pause(SETTLE_MS);
    heard.take();
    const playing = await usage(server.pid);
    return { idle, playing, ...heard.take() };
  } finally {
    heard.close();
    await server.stop();
  }
}

async function bare() {
  const heard = receive(BARE_PORT);
  const source = ['-re', '-f', 'lavfi', '-i', 'anoisesrc=r=48000:a=0.2'];
  const target = `rtp://${GROUP}:${BARE_PORT}?localaddr=${LOOPBACK}&pkt_size=172`;
  const args = ['-v', 'error', ...source, '-ar', '16000', '-ac', '1', '-c:a', 'g722', '-f', 'rtp', target];
  const ffmpeg: ChildProcess = spawn('ffmpeg', args, { stdio: 'ignore' });
  try {
    await until('FFmpeg sends', () => heard.take().packets > 0);
    await pause(SETTLE_MS);
    heard.take();
    const end = measure(ffmpeg.pid ?? 0, []);
    await pause(MEASURE_MS);
    return { cores: rounded(end().main), ...heard.take() };
  } finally {
    ffmpeg.kill();
    heard.close();
  }
}

const [own, baseline] = [await product(), await bare()];
const added = rounded(
  own.playing.server_cores + own.playing.sender_cores - own.idle.server_cores - own.idle.sender_cores,
);
process.stdout.write(
  `${JSON.stringify({ loudspeakers: LOUDSPEAKERS, own, added_cores: added, baseline }, null, 2)}\n`,
);
