import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const upgradeDocs: OperationDocs = {
  'GET /v1/upgrade_file/versions': operation(
    'listTerminalVersions',
    'List the versions that terminals run',
    'Returns for each kind the number of terminals per version, the most frequent first.',
  ),
  'POST /v1/upgrade_file/upload': operation(
    'uploadUpgradeFile',
    'Upload an upgrade file',
    'Takes one signed package as multipart/form-data and verifies the whole package; `signer` tells whether its key is trusted.',
    {
      badRequest: [
        'media.noFile',
        'upgrade.oneFile',
        'upgrade.noPackage',
        'upgrade.truncated',
        'upgrade.trailing',
        'upgrade.badManifest',
        'upgrade.wrongDigest',
        'upgrade.wrongSignature',
      ],
      conflict: ['upgrade.duplicate'],
      tooLarge: ['media.fileTooLarge'],
      refused: ['media.diskFull'],
    },
  ),
  'GET /v1/upgrade': operation(
    'listUpgrades',
    'List upgrades',
    'Returns the upgrades of terminals, newest first, with the number of terminals in each state.',
  ),
  'POST /v1/upgrade': operation(
    'startUpgrade',
    'Start an upgrade of terminals',
    'Starts to upgrade terminals wave by wave. Refused as a whole if one terminal cannot be upgraded. No terminal is upgraded during an alarm that involves it.',
    {
      notFound: ['common.notFound', 'terminal.notFound'],
      conflict: ['upgrade.notReady'],
      refused: [
        'terminal.selectFirst',
        'upgrade.untrusted',
        'upgrade.busy',
        'upgrade.otherKind',
        'upgrade.tooOld',
        'upgrade.sameVersion',
        'upgrade.older',
        'terminal.offline',
        'terminal.noUpgrade',
        'upgrade.inAlarm',
      ],
    },
  ),
  'GET /v1/upgrade/:id': operation(
    'getUpgrade',
    'Get an upgrade',
    'Returns one upgrade with the number of terminals in each state.',
  ),
  'GET /v1/upgrade/:id/terminals': operation(
    'listUpgradeTerminals',
    'List the terminals of an upgrade',
    'Returns each terminal with its step, progress and reason, in the order of the waves.',
  ),
  'POST /v1/upgrade/check': operation(
    'checkUpgrade',
    'Check an upgrade before it starts',
    'Returns the obstacles, with a line for each terminal that cannot be upgraded now. Nothing is started.',
    { notFound: ['common.notFound', 'terminal.notFound'] },
  ),
  'POST /v1/upgrade/:id/pause': operation(
    'pauseUpgrade',
    'Pause an upgrade',
    'No further terminals are started; those in progress finish.',
    { conflict: ['upgrade.notAllowed'] },
  ),
  'POST /v1/upgrade/:id/resume': operation(
    'resumeUpgrade',
    'Resume an upgrade',
    'Continues with the next terminals.',
    { conflict: ['upgrade.notAllowed'] },
  ),
  'POST /v1/upgrade/:id/retry': operation(
    'retryUpgrade',
    'Try failed terminals of an upgrade again',
    'Puts failed terminals back into the queue.',
    { conflict: ['upgrade.notAllowed'], refused: ['upgrade.busy', 'upgrade.older'] },
  ),
  'POST /v1/upgrade/:id/cancel': operation(
    'cancelUpgrade',
    'Cancel an upgrade',
    'No further terminals are started; the upgrade ends when those in progress have finished.',
    { conflict: ['upgrade.notAllowed'] },
  ),
  'GET /v1/terminal_upgrade/:id': operation(
    'getTerminalUpgrade',
    'Get an upgrade package as a terminal',
    'For terminals: sends the package; supports range requests. Needs the ticket that the terminal got over its own connection.',
    { unauthorized: ['auth.ticketInvalid'], tooMany: ['common.tooManyRequests'] },
  ),
};
