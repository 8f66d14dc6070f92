import { WebSocket } from 'ws';
import { decodeAudioFrame, encodeAudioFrame } from '../../../contract/protocol/frames.ts';
import type { TalkMode, ToTalker } from '../../../contract/protocol/talk.ts';
import { startServer } from '../../support/server.ts';
import { TerminalClient } from '../../support/terminalClient.ts';
import { until } from '../emergency/emergencySite.ts';

const SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);

/** Starts a server with a loudspeaker, a fire terminal, a call station, and plans with built messages. */
export async function startOutageSite(folder: string, env: Record<string, string> = {}) {
  const server = await startServer({ folder, env });
  let token = '';

  /** @param key idempotency key: the request may be sent again */
  async function call<T>(method: string, path: string, body?: object, key?: string): Promise<T> {
    const answer = await fetch(`${server.url}${path}`, {
      method,
      headers: {
        ...{ lang: 'en', access_token: token },
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { code, message, value } = (await answer.json()) as { code: number; message: string; value: T };
    if (code !== 200) throw new Error(`${method} ${path}: ${message}`);
    return value;
  }
  async function logIn() {
    const body = { username: 'admin', password: server.adminPassword };
    ({ token } = await call<{ token: string }>('POST', '/v1/login', body));
  }
  await logIn();
  const url = () => `${server.url.replace('http', 'ws')}/v1/terminal?lang=en`;
  const zone = await call<{ id: number }>('POST', '/v1/partition', {
    name: 'House',
    code: 'house',
    parent_id: (await call<{ rows: { id: number }[] }>('GET', '/v1/partition?limit=1')).rows[0]?.id,
  });

  async function adopted(code: string, role: 0 | 1 | 4) {
    const client = await TerminalClient.hello(url(), { code, role });
    await client.next('found');
    const found = await until('it is found', async () => {
      const { rows } = await call<{ rows: { id: number; code: string }[] }>('GET', '/v1/terminal_found');
      return rows.find((row) => row.code === code);
    });
    await call('POST', `/v1/terminal_found/${found.id}/adopt`, { name: code, org: zone.id });
    const { secret } = await client.next('adopted');
    const { terminal } = await client.next('welcome');
    return {
      id: terminal,
      client,
      /** Reconnects after a restart of the server. */
      async comeBack() {
        this.client = await TerminalClient.hello(url(), { code, role, secret });
        await this.client.next('welcome');
      },
    };
  }
  const hall = await adopted('HALL', 0);
  const panel = await adopted('PANEL', 4);
  const station = await adopted('STATION', 1);
  const deskLogin = { password: 'keypad2026', confirmPassword: 'keypad2026' };
  await call('POST', '/v1/caster', {
    code: 'DESK',
    name: 'Desk',
    org: zone.id,
    orgs: [zone.id],
    ...deskLogin,
  });
  const input = (active: boolean) =>
    panel.client.send({
      type: 'status',
      kind: 'fire_control_device',
      inputs: [{ input: 1, active, line: 'ok' }],
      outputs: [],
    });
  input(false);

  async function plan(name: string, more: object): Promise<number> {
    const task = await call<{ id: number }>('POST', '/v1/linkage_task', {
      ...{ name, audio_source: 1, textContent: 'Leave the building.', tone: 'evacuate', devices: [hall.id] },
    });
    const body = { name, linkage_task_ids: [task.id], reset_time: 0, ...more };
    const { id } = await call<{ id: number }>('POST', '/v1/alarm_plan', body);
    type Ready = { steps: { tasks: { ready: boolean }[] }[] };
    await until(
      'its message is made',
      async () =>
        (await call<Ready>('POST', '/v1/alarm_plan/dry_run', { id })).steps[0]?.tasks[0]?.ready === true,
    );
    return id;
  }
  const plans = {
    byHand: await plan('By hand', {}),
    byInput: await plan('By input', { fire_control_device: panel.id, input_nums: [1] }),
  };

  /** Sends sound on a stream until the returned function is called. */
  function speak(socket: WebSocket, stream: number): () => void {
    const timer = setInterval(() => {
      const at_us = Math.round(performance.now() * 1000);
      if (socket.readyState === WebSocket.OPEN)
        socket.send(encodeAudioFrame({ stream, at_us, packets: [SILENCE] }));
    }, 20);
    return () => clearInterval(timer);
  }

  return {
    /** Measured values, as texts. */
    measured: [] as string[],
    /** Messages that the call station was given, the last one last. */
    secrets: [] as string[],
    server,
    call,
    logIn,
    token: () => token,
    zone: zone.id,
    hall,
    station,
    /** A call station that knows only its password. */
    desk: () => TerminalClient.hello(url(), { code: 'DESK', role: 1, password: deskLogin.password }),
    /** A station or terminal with the secret that it was given. */
    again: (code: string, role: 0 | 1 | 4, secret: string) =>
      TerminalClient.hello(url(), { code, role, secret }),
    panel,
    input,
    plans,
    speak,
    /** Resolves with the stream when the loudspeaker gets the first packet of the next opening. */
    async heard(): Promise<number> {
      const { stream } = await hall.client.next('stream.open');
      const frames = () => hall.client.frames.map((bytes) => decodeAudioFrame(bytes));
      await hall.client.until(() => frames().some((frame) => frame?.stream === stream), 'sound');
      const at_us = frames().find((frame) => frame?.stream === stream)?.at_us ?? 0;
      const report = { state: 'playing' as const, stream, received: 5, level_db: -20, clock_error_us: 500 };
      hall.client.report({ ...report, position_us: at_us + 100_000, first_sound_us: at_us });
      return stream;
    },
    /** Presses the console's microphone key, with a new socket. */
    async press(mode: TalkMode) {
      const { ticket } = await call<{ ticket: string }>('POST', '/v1/talk/ticket', {});
      const socket = new WebSocket(`${server.url.replace('http', 'ws')}/v1/talk?ticket=${ticket}`);
      const heard: ToTalker[] = [];
      socket.on('error', () => {});
      socket.on('message', (data) => heard.push(JSON.parse(String(data)) as ToTalker));
      const targets = mode === 'all_call' ? { all: true } : { devices: [hall.id] };
      socket.on('open', () => socket.send(JSON.stringify({ type: 'talk.start', request: 1, mode, targets })));
      const granted = await until('the microphone is granted', () => {
        const answer = heard.find(({ type }) => type === 'talk.granted' || type === 'talk.refused');
        if (answer?.type === 'talk.refused') throw new Error(answer.message);
        return answer?.type === 'talk.granted' ? answer : undefined;
      });
      const stopSpeech = speak(socket, granted.stream);
      return {
        stream: granted.stream,
        release() {
          stopSpeech();
          socket.send(JSON.stringify({ type: 'talk.stop', stream: granted.stream }));
          return until('it is over', () => heard.some(({ type }) => type === 'talk.ended'));
        },
        close: () => socket.close(),
      };
    },
  };
}
export type OutageSite = Awaited<ReturnType<typeof startOutageSite>>;
