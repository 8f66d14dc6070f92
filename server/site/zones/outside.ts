import { AppError, errorCode } from '../../../contract/api/errors.ts';
import { inScope, type Org, type Scope } from '../../platform/live/scope.ts';

/** Error for using something of another zone; its name is included only if the caller sees that zone. */
export function outsideZone(scope: Scope, { name, org }: { name: string; org: Org }): AppError {
  return inScope(scope, org)
    ? new AppError(errorCode.refused, 'alarm.outsideZone', { name })
    : new AppError(errorCode.refused, 'alarm.outsideZoneUnseen');
}
