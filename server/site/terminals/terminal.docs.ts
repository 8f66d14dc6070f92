import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** Documentation of the requests of remote administration to a terminal of a kind. */
const remote = (id: string, what: string) =>
  operation(
    id,
    `Administer ${what} remotely`,
    'Reads its log or its network state, or restarts it, over the connection that it keeps to this server. Remote administration by this server must be on, and the terminal connected by HTTPS. The audit log records each request.',
    {
      notFound: ['terminal.notFound'],
      refused: [
        'terminal.offline',
        'terminal.remoteInsecure',
        'terminal.remoteOff',
        'terminal.noAnswer',
        'terminal.failed',
        'broadcast.alarmInProgress',
      ],
    },
  );

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const terminalDocs: OperationDocs = {
  'GET /v1/terminal_found': operation(
    'listFoundTerminals',
    'List found terminals',
    'Returns the terminals that are connected and not adopted yet, and those that were refused since they came by plain HTTP, as a page. They are not stored: a terminal that disconnects is no longer listed.',
  ),
  'POST /v1/terminal_found/:id/adopt': operation(
    'adoptTerminal',
    'Adopt a found terminal',
    'Takes the terminal into a zone under a name; it receives its secret and can play broadcasts from then on.',
    {
      notFound: ['terminal.notWaiting', 'zone.notFound'],
      conflict: ['terminal.alreadyAdopted', 'terminal.codeLike', 'common.duplicate'],
      refused: [
        'terminal.otherRole',
        'terminal.otherTransport',
        'terminal.comesByHttp',
        'terminal.licenceLimit',
      ],
    },
  ),
  'POST /v1/terminal_found/:id/replace': operation(
    'replaceTerminal',
    'Replace a terminal by a found terminal',
    'The found one takes name, zone, settings, tasks and groups of an adopted terminal of the same kind that is out of order and not connected.',
    {
      notFound: ['terminal.notWaiting', 'terminal.notFound'],
      refused: [
        'terminal.otherRole',
        'terminal.otherTransport',
        'terminal.onlineRefresh',
        'terminal.comesByHttp',
      ],
    },
  ),
  'POST /v1/terminal_found/:id/refuse': operation(
    'refuseTerminal',
    'Refuse a found terminal',
    'Disconnects it and removes it from the list; it may try again later.',
    { notFound: ['terminal.notWaiting'] },
  ),
  'POST /v1/terminal_found/batch': operation(
    'batchFoundTerminals',
    'Adopt or refuse many found terminals',
    'Applies the action to each of the ids on its own; adopted terminals keep the names that they proposed, else their codes. The answer is 200 with a result for each id.',
    {
      notFound: ['terminal.notWaiting'],
      conflict: ['terminal.alreadyAdopted', 'terminal.codeLike', 'common.duplicate'],
      refused: ['terminal.otherTransport', 'terminal.comesByHttp', 'terminal.licenceLimit'],
    },
  ),
  'GET /v1/device/:id/tasks': operation(
    'listTasksOfTerminal',
    'List the tasks that target a terminal',
    'Returns the stored tasks that reach the terminal by itself, by its zone or by a group, as a page: saved and scheduled tasks with their plan, capturer tasks, and linkage tasks; of each kind only with the permission to see it.',
  ),
  'GET /v1/sys/terminal_licence': operation(
    'listTerminalLicences',
    'List the licences for terminals',
    'Returns for each kind of terminal how many may be adopted and how many are; with all in use, further adoptions are refused and nothing else changes.',
  ),
  'GET /v1/sys/tts_license': operation(
    'getTtsLicences',
    'Get the TTS licences',
    'Returns the number of licences of the site and the number granted to TTS terminals.',
  ),
  'POST /v1/sys/tts_license': operation(
    'setTtsLicence',
    'Grant or revoke TTS licences',
    'Sets the number of concurrent texts of a TTS terminal, or revokes its licences. A request can be named, and withdrawn by a later one.',
    {
      notFound: ['terminal.notFound'],
      conflict: ['terminal.grantTakenBack'],
      refused: ['terminal.noLicense', 'terminal.notAuthorized', 'terminal.notSupported'],
    },
  ),
  'PATCH /v1/sys/tts_license': operation(
    'setTtsLicenceTotal',
    'Set the number of TTS licences',
    'Sets the number of licences of the site; not less than the number granted.',
    { refused: ['terminal.licensesGranted'] },
  ),
  'GET /v1/cc/code': operation(
    'getPairingCode',
    'Get the pairing code of the caller',
    'Returns the last code that is still valid, with the terminal that used it; null: none.',
  ),
  'POST /v1/cc/code': operation(
    'createPairingCode',
    'Make a pairing code',
    'Creates a code of six digits that admits one terminal into one zone for a short time; the previous code ends. While wrong codes are being tried it has twelve digits. At most 20 a minute.',
    { refused: ['terminal.cloudControlOff'], notFound: ['zone.notFound'] },
  ),
  'POST /v1/device/batch': operation(
    'batchDevices',
    'Control, move or delete many devices',
    'Sets the volume, moves into a zone, restarts, identifies, sets the server or remote management, ends what plays, or deletes: each of the ids on its own. Commands need the terminal to be online and wait for its answer. The answer is 200 with a result for each id.',
    {
      notFound: ['terminal.notFound', 'zone.notFound'],
      refused: ['terminal.offline', 'terminal.noAnswer', 'terminal.failed', 'broadcast.alarmInProgress'],
    },
  ),
  'POST /v1/caster/batch': operation(
    'batchCasters',
    'Control, move or delete many casters',
    'Sets the volume, moves into a zone, restarts, identifies, sets the server or remote management, or deletes: each of the ids on its own. Commands need the terminal to be online and wait for its answer. The answer is 200 with a result for each id.',
    {
      notFound: ['terminal.notFound', 'zone.notFound'],
      refused: ['terminal.offline', 'terminal.noAnswer', 'terminal.failed', 'broadcast.alarmInProgress'],
    },
  ),
  'POST /v1/dialogue/batch': operation(
    'batchDialogueTerminals',
    'Control, move or delete many dialogue terminals',
    'Sets the volume, moves into a zone, restarts, identifies, sets the server or remote management, or deletes: each of the ids on its own. Commands need the terminal to be online and wait for its answer. The answer is 200 with a result for each id.',
    {
      notFound: ['terminal.notFound', 'zone.notFound'],
      refused: ['terminal.offline', 'terminal.noAnswer', 'terminal.failed', 'broadcast.alarmInProgress'],
    },
  ),
  'POST /v1/capturer/batch': operation(
    'batchCapturers',
    'Control, move or delete many capturers',
    'Sets the volume, moves into a zone, restarts, identifies, sets the server or remote management, or deletes: each of the ids on its own. Commands need the terminal to be online and wait for its answer. The answer is 200 with a result for each id.',
    {
      notFound: ['terminal.notFound', 'zone.notFound'],
      refused: ['terminal.offline', 'terminal.noAnswer', 'terminal.failed', 'broadcast.alarmInProgress'],
    },
  ),
  'POST /v1/xtts/batch': operation(
    'batchTTSTerminals',
    'Control, move or delete many TTS terminals',
    'Sets the volume, moves into a zone, restarts, identifies, sets the server or remote management, or deletes: each of the ids on its own. Commands need the terminal to be online and wait for its answer. The answer is 200 with a result for each id.',
    {
      notFound: ['terminal.notFound', 'zone.notFound'],
      refused: ['terminal.offline', 'terminal.noAnswer', 'terminal.failed', 'broadcast.alarmInProgress'],
    },
  ),
  'POST /v1/fire_control_device/batch': operation(
    'batchFireTerminals',
    'Control, move or delete many fire terminals',
    'Sets the volume, moves into a zone, restarts, identifies, sets the server or remote management, or deletes: each of the ids on its own. Commands need the terminal to be online and wait for its answer. The answer is 200 with a result for each id.',
    {
      notFound: ['terminal.notFound', 'zone.notFound'],
      refused: ['terminal.offline', 'terminal.noAnswer', 'terminal.failed', 'broadcast.alarmInProgress'],
    },
  ),
  'POST /v1/device/:id/remote': remote('administerDevice', 'a loudspeaker'),
  'POST /v1/caster/:id/remote': remote('administerCaster', 'a caster'),
  'POST /v1/dialogue/:id/remote': remote('administerDialogueTerminal', 'a dialogue terminal'),
  'POST /v1/capturer/:id/remote': remote('administerCapturer', 'a capturer'),
  'POST /v1/xtts/:id/remote': remote('administerTTSTerminal', 'a TTS terminal'),
  'POST /v1/fire_control_device/:id/remote': remote('administerFireTerminal', 'a fire terminal'),
};
