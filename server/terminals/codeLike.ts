import type { MessageKey, MessageParams } from '../../contract/errors.ts';
import { inScope, type Scope } from '../live/scope.ts';
import type { AdoptedTerminal } from './directory.ts';

/** Why a code is refused that differs from another one in capital letters alone; that one is named to its own zones only. */
export function codeLike(scope: Scope, code: string, like: AdoptedTerminal): [MessageKey, MessageParams] {
  return inScope(scope, like.org)
    ? ['terminal.codeLike', { code, other: like.code }]
    : ['common.duplicate', { value: code }];
}
