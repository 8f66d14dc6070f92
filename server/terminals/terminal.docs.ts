import { type OperationDocs, operation } from '../api/operation.ts';

/** API documentation of the operations of this folder, beside those of plain entities. */
export const terminalDocs: OperationDocs = {
  'GET /v1/terminal_found': operation(
    'listFoundTerminals',
    'List found terminals',
    'Gives the terminals that are connected and not adopted yet, as a page. They are in no table: one that goes is not in the list any more.',
  ),
  'POST /v1/terminal_found/:id/adopt': operation(
    'adoptTerminal',
    'Adopt a found terminal',
    'Takes the terminal into a zone under a name; it gets its secret and can be played at from then on.',
    {
      notFound: ['terminal.notWaiting', 'zone.notFound'],
      conflict: ['terminal.alreadyAdopted', 'terminal.codeLike', 'common.duplicate'],
      refused: ['terminal.otherRole'],
    },
  ),
  'POST /v1/terminal_found/:id/replace': operation(
    'replaceTerminal',
    'Put a found terminal in place of another',
    'The found one takes name, zone, settings, tasks and groups of an adopted terminal of the same kind that is out of order and not connected.',
    {
      notFound: ['terminal.notWaiting', 'terminal.notFound'],
      refused: ['terminal.otherRole', 'terminal.onlineRefresh'],
    },
  ),
  'POST /v1/terminal_found/:id/refuse': operation(
    'refuseTerminal',
    'Refuse a found terminal',
    'Disconnects it and takes it off the list; it may try again later.',
    { notFound: ['terminal.notWaiting'] },
  ),
  'POST /v1/terminal_found/batch': operation(
    'batchFoundTerminals',
    'Adopt or refuse many found terminals',
    'Does it to each of the ids on its own; adopted terminals keep the names that they gave themselves, else their codes. The answer is 200 with a result for each id.',
    {
      notFound: ['terminal.notWaiting'],
      conflict: ['terminal.alreadyAdopted', 'terminal.codeLike', 'common.duplicate'],
    },
  ),
  'GET /v1/sys/tts_license': operation(
    'getTtsLicences',
    'Get the TTS licences',
    'Gives how many licences the site has and how many are granted to TTS terminals.',
  ),
  'POST /v1/sys/tts_license': operation(
    'setTtsLicence',
    'Grant or revoke TTS licences',
    'Sets how many texts at a time a TTS terminal may speak, or takes its licences back. A request can be named and be taken back by a later one.',
    {
      notFound: ['terminal.notFound'],
      conflict: ['terminal.grantTakenBack'],
      refused: ['terminal.noLicense', 'terminal.notAuthorized', 'terminal.notSupported'],
    },
  ),
  'PATCH /v1/sys/tts_license': operation(
    'setTtsLicenceTotal',
    'Set the number of TTS licences',
    'Sets how many licences the site has; not less than are granted.',
    { refused: ['terminal.licensesGranted'] },
  ),
  'GET /v1/cc/code': operation(
    'getPairingCode',
    'Get the pairing code of the caller',
    'Gives the code that was made last and still holds, with the terminal that came in by it; null: none.',
  ),
  'POST /v1/cc/code': operation(
    'createPairingCode',
    'Make a pairing code',
    'Makes six digits that let one terminal into one zone for a short time; the code before it ends. While somebody tries out codes it has twelve. At most 20 a minute.',
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
};
