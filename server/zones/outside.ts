import { AppError, errorCode } from '../../contract/errors.ts';
import { inScope, type Org, type Scope } from '../live/scope.ts';

/** The refusal to use something of another zone; the thing is named only to those whose zones it lies in. */
export function outsideZone(scope: Scope, { name, org }: { name: string; org: Org }): AppError {
  return inScope(scope, org)
    ? new AppError(errorCode.refused, 'alarm.outsideZone', { name })
    : new AppError(errorCode.refused, 'alarm.outsideZoneUnseen');
}
