import type { Cursor, FromConsole, LiveUpdate, ToConsole } from '../../contract/api/live.ts';
import type { LiveWire } from '../../server/platform/live/live.types.ts';

type Row = { id: number } & Record<string, unknown>;

/** Minimal client of one topic: the rows that a console must have after its messages. */
export class LiveClient {
  readonly rows = new Map<number, Row>();
  cursor: Cursor | undefined;
  snapshots = 0;
  denied = false;

  apply(update: LiveUpdate): void {
    this.denied = update.kind === 'denied';
    if (update.kind === 'denied') {
      this.rows.clear();
      this.cursor = undefined;
      return;
    }
    this.cursor = { epoch: update.epoch, seq: update.seq };
    if (update.kind === 'snapshot') {
      this.snapshots += 1;
      this.rows.clear();
      for (const row of update.rows) this.rows.set(row.id, row as unknown as Row);
      return;
    }
    for (const id of update.gone)
      if (!this.rows.delete(id)) throw new Error(`removal of ${id}, which it never had`);
    for (const fields of update.set) this.rows.set(fields.id, { ...this.rows.get(fields.id), ...fields });
  }

  /** Subscribe message that resumes at the cursor of this client. */
  subscribe(topic: Extract<FromConsole, { type: 'subscribe' }>['topic'] = 'device'): string {
    const resume = this.cursor === undefined ? {} : { resume: this.cursor };
    return JSON.stringify({ type: 'subscribe', id: 1, topic, ...resume } satisfies FromConsole);
  }
}

/** Socket that records messages, with an adjustable buffer level. */
export class TestWire implements LiveWire {
  bufferedAmount = 0;
  sent: ToConsole[] = [];
  bytes = 0;
  closed: { code: number; reason: string } | null = null;

  send(text: string): void {
    this.bytes += text.length;
    this.sent.push(JSON.parse(text) as ToConsole);
  }
  close(code: number, reason: string): void {
    this.closed ??= { code, reason };
  }
  /** Takes the updates sent so far. */
  take(): LiveUpdate[] {
    const frames = this.sent.filter((message) => message.type === 'frame');
    this.sent = this.sent.filter((message) => message.type !== 'frame');
    return frames.flatMap((frame) => frame.updates);
  }
}
