import { z } from 'zod';
import type { RelayAside } from '../../site/relays/relay.table.ts';
import type { RelayLink } from '../../site/relays/relays.types.ts';

/** Limits of what is kept, characters. */
const MAX_REASON = 200;
const MAX_TEXT = 4_000;

export interface AsideDeps {
  wall(): number;
  log: { warn(details: object, message: string): void };
}

const subject = z.object({ of: z.string().max(50) });

/** Describes something that a relay told and the server refused, and shows it; the caller has it stored. */
export function asideOf(
  { wall, log }: AsideDeps,
  link: Pick<RelayLink, 'name' | 'putAside'>,
  told: unknown,
  error: unknown,
): RelayAside {
  const reason = reasonOf(error).slice(0, MAX_REASON);
  const of = subject.safeParse(told).data?.of ?? '';
  const at = Math.floor(wall() / 1000);
  const aside = { at, of, reason, text: (JSON.stringify(told) ?? '').slice(0, MAX_TEXT) };
  link.putAside(aside);
  log.warn({ relay: link.name, of, reason }, 'what a relay tells is refused and put aside');
  return aside;
}

function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [first] = error.issues;
    return `${first?.path.join('.') ?? ''}: ${first?.message ?? ''}`;
  }
  return error instanceof Error ? error.message : String(error);
}
