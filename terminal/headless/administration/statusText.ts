import type { Session } from '../../protocol/session.ts';

/** State of a terminal in words. */
export function statusText(code: string, session: Session): string {
  const { phase, refusal, settings } = session;
  if (refusal) return `${code}: refused (${refusal.code}) ${refusal.message}`;
  if (phase === 'found') return `${code}: found by the server; adopt it in the console under this code`;
  if (phase !== 'welcomed') return `${code}: ${phase}`;
  const { view } = session.caller;
  const { talk } = session.sender;
  const over = view.phase === 'over' ? view.message : talk.phase === 'over' ? talk.message : '';
  const call =
    'peer' in view
      ? ` - ${view.phase} ${view.peer.name} ${view.peer.number}`.trimEnd()
      : talk.phase === 'speaking'
        ? ` - speaking to ${talk.targets}`
        : over && ` - ${over}`;
  const title = session.streams.current(session.mediaUs)?.title;
  return `${code} "${settings?.name ?? ''}": ${session.state}${call}${title === undefined ? '' : ` - ${title}`}`;
}
