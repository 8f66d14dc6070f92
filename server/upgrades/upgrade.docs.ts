import { type OperationDocs, operation } from '../api/operation.ts';

/** API documentation of the operations of this folder, beside those of plain entities. */
export const upgradeDocs: OperationDocs = {
  'GET /v1/upgrade_file/versions': operation(
    'listTerminalVersions',
    'List the versions that terminals run',
    'Gives for each kind how many terminals run which version, the most first.',
  ),
  'POST /v1/upgrade_file/upload': operation(
    'uploadUpgradeFile',
    'Upload an upgrade file',
    'Takes one signed package as multipart/form-data and checks it whole. Whether its key is trusted shows in `signer`.',
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
    'Gives the upgrades of terminals, newest first, with how many terminals stand where.',
  ),
  'POST /v1/upgrade': operation(
    'startUpgrade',
    'Start an upgrade of terminals',
    'Begins to upgrade terminals wave by wave. All or nothing: with one terminal that cannot be upgraded none is. No terminal is upgraded while an alarm concerns it.',
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
    'Gives one upgrade with how many terminals stand where.',
  ),
  'GET /v1/upgrade/:id/terminals': operation(
    'listUpgradeTerminals',
    'List the terminals of an upgrade',
    'Gives each terminal with its step, progress and reason, in the order of the waves.',
  ),
  'POST /v1/upgrade/check': operation(
    'checkUpgrade',
    'Check an upgrade before it starts',
    'Says what stands against it, with a line for each terminal that cannot be upgraded now. Nothing begins.',
    { notFound: ['common.notFound', 'terminal.notFound'] },
  ),
  'POST /v1/upgrade/:id/pause': operation(
    'pauseUpgrade',
    'Pause an upgrade',
    'Nothing more begins; terminals under way finish.',
    { conflict: ['upgrade.notAllowed'] },
  ),
  'POST /v1/upgrade/:id/resume': operation(
    'resumeUpgrade',
    'Resume an upgrade',
    'The next terminals begin.',
    { conflict: ['upgrade.notAllowed'] },
  ),
  'POST /v1/upgrade/:id/retry': operation(
    'retryUpgrade',
    'Try failed terminals of an upgrade again',
    'Those that failed wait for another try.',
    { conflict: ['upgrade.notAllowed'], refused: ['upgrade.busy', 'upgrade.older'] },
  ),
  'POST /v1/upgrade/:id/cancel': operation(
    'cancelUpgrade',
    'Cancel an upgrade',
    'Nothing more begins, and it ends when what is under way is finished.',
    { conflict: ['upgrade.notAllowed'] },
  ),
  'GET /v1/terminal_upgrade/:id': operation(
    'getTerminalUpgrade',
    'Get an upgrade package as a terminal',
    'For terminals: sends the package; takes ranges. Needs the ticket that the terminal got over its own connection.',
    { unauthorized: ['auth.ticketInvalid'], tooMany: ['common.tooManyRequests'] },
  ),
};
