import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { AdoptedTerminal, Directory } from '../../site/terminals/directory.ts';
import { LiveFeed } from '../../sound/source/liveFeed.ts';
import type { OpenSource } from '../../sound/source/source.ts';
import type { Captures } from './captures.ts';

/**
 * Channel of a capturer as the source of a broadcast. It is opened while a segment of the broadcast plays,
 * and again when a lost capturer reconnects; meanwhile it is silent. Channels are numbered from 1.
 */
export function openCaptured(
  captures: Pick<Captures, 'open'>,
  { capturer, channel }: { capturer: number; channel: number },
): OpenSource {
  const feed: LiveFeed = new LiveFeed({
    stallMs: Number.POSITIVE_INFINITY,
    begin: () => captures.open(capturer, channel, feed),
  });
  return feed.open;
}

/** Finds a capturer that a scope may use. @throws AppError 404 */
export function capturerIn(
  directory: Pick<Directory, 'byId'>,
  scope: Scope,
  id: number | null,
): AdoptedTerminal {
  const terminal = id === null ? undefined : directory.byId(id);
  if (terminal?.kind !== 'capturer' || !inScope(scope, terminal.org))
    throw new AppError(errorCode.notFound, 'terminal.notFound');
  return terminal;
}
