import type { MessageKey, MessageParams } from '../../../contract/api/errors.ts';
import { inScope, type Scope } from '../../platform/live/scope.ts';
import type { AdoptedTerminal } from './directory.ts';

/**
 * Message for a code that differs from another one only in letter case; the other one is named only to
 * callers who see its zone.
 */
export function codeInOtherCase(
  scope: Scope,
  code: string,
  like: AdoptedTerminal,
): [MessageKey, MessageParams] {
  return inScope(scope, like.org)
    ? ['terminal.codeLike', { code, other: like.code }]
    : ['common.duplicate', { value: code }];
}
