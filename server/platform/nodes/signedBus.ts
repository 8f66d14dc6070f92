import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Bus, Medium, Refusal } from './bus.types.ts';

/** Age from which a message is refused, ms: also the largest difference of the clocks of two nodes. */
const OLD_MS = 60_000;

const envelope = z.object({
  from: z.string().min(1).max(100),
  /** Number of the message among those of its sender. */
  seq: z.number().int().min(1),
  /** When it was sent, epoch ms. */
  at: z.number(),
  body: z.unknown(),
});

/** Key for one use, derived from the secret of the system. */
export function keyOf(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `tocsin node ${use}`, 32));
}

export function signatureOf(key: Buffer, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

export function isSignature(key: Buffer, text: string, signature: string): boolean {
  const [wanted, given] = [Buffer.from(signatureOf(key, text)), Buffer.from(signature)];
  return wanted.length === given.length && timingSafeEqual(wanted, given);
}

/**
 * Signs and checks what a medium carries: a message of another system, a changed or a repeated one is refused.
 *
 * @param from id of this process; never used again
 * @param refused called with the reason for which a message is refused
 * @param now wall time, ms
 */
export function createBus(
  medium: Medium,
  {
    secret,
    from,
    refused,
    now = Date.now,
  }: { secret: string; from: string; refused: (reason: Refusal) => void; now?: () => number },
): Bus {
  const key = keyOf(secret, 'bus');
  /** Last number of each sender, and when it was sent. */
  const last = new Map<string, { seq: number; at: number }>();
  let seq = 0;

  function read(subject: string, text: string): z.output<typeof envelope> | Refusal {
    const split = text.indexOf('\n');
    const [signature, content] = [text.slice(0, Math.max(0, split)), text.slice(split + 1)];
    if (!isSignature(key, `${subject}\n${content}`, signature)) return 'forged';
    const parsed = envelope.safeParse(JSON.parse(content));
    if (!parsed.success) return 'forged';
    const message = parsed.data;
    if (Math.abs(now() - message.at) > OLD_MS) return 'old';
    // Messages of one subject arrive in order; over subjects the order is that of the connection, too.
    if (message.seq <= (last.get(message.from)?.seq ?? 0)) return 'repeated';
    last.set(message.from, message);
    // A sender forgotten here has sent nothing that would not be too old.
    for (const [id, { at }] of last) if (now() - at > 2 * OLD_MS) last.delete(id);
    return message;
  }

  return {
    publish(subject, body) {
      seq += 1;
      const content = JSON.stringify({ from, seq, at: now(), body });
      medium.publish(subject, `${signatureOf(key, `${subject}\n${content}`)}\n${content}`);
    },
    subscribe(subject, hear) {
      medium.subscribe(subject, (text) => {
        const message = read(subject, text);
        if (typeof message === 'string') refused(message);
        else if (message.from !== from) hear(message.body, message.from, message.at);
      });
    },
    close: medium.close,
  };
}
