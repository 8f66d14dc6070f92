import type { Failures } from './operation.ts';

/**
 * Failures that operations do not list themselves: any operation may have them, as far as its kind allows.
 */
export const generalFailures = {
  badRequest: ['common.invalidRequest', 'common.unsupportedType', 'repeat.invalidKey'],
  unauthorized: ['auth.loginFailed'],
  loginExpired: ['auth.sessionExpired', 'auth.idleEnded', 'auth.httpsOnly'],
  forbidden: ['auth.noPermission', 'auth.wholeSiteOnly', 'auth.passwordFirst', 'common.httpsOnly'],
  notFound: ['common.notFound', 'common.routeNotFound', 'zone.notFound'],
  tooLarge: ['common.tooLarge'],
  tooMany: ['common.tooManyRequests'],
  unavailable: ['common.databaseAway', 'common.snapshotBehind', 'pair.handingOver'],
  keyReused: ['repeat.otherBody'],
  underWay: ['repeat.underWay'],
  outcomeUnknown: ['repeat.outcomeUnknown'],
  answerLost: ['repeat.answerLost'],
  refused: ['common.serverBusy', 'media.diskFull'],
} as const satisfies Failures;
