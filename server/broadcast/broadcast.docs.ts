import { type OperationDocs, operation } from '../api/operation.ts';

/** The operations of this folder in the description of the API, beside those that plain entities have. */
export const broadcastDocs: OperationDocs = {
  'GET /v1/task': operation(
    'listBroadcasts',
    'List broadcasts',
    'Gives what is on the air and what has ended, of every type, newest first. What one does at this moment is in its own row and in the live topic `task`.',
  ),
  'POST /v1/task': operation(
    'startBroadcast',
    'Start a broadcast',
    'Starts to play files, a text, a radio station or a URL at terminals, zones and groups, as they are now. Terminals that something of higher weight has are joined when it ends. Fields that are left out follow the play configuration. Sent twice it starts two.',
    {
      refused: [
        'broadcast.noDevices',
        'broadcast.nothingToPlay',
        'broadcast.sourceNotAvailable',
        'broadcast.stoppedBeforeStart',
        'media.speechFailed',
        'radio.status',
      ],
      notFound: ['terminal.notFound', 'zone.notFound', 'group.notFound', 'common.notFound'],
    },
  ),
  'POST /v1/task/dry_run': operation(
    'dryRunBroadcast',
    'Say what a broadcast would do',
    'Says where a broadcast would be heard, what it would pre-empt or lower, and which terminals cannot be reached, were it started now. Nothing sounds.',
    { refused: ['broadcast.noDevices'], notFound: ['terminal.notFound', 'zone.notFound'] },
  ),
  'POST /v1/task/stop_all': operation(
    'stopAllBroadcasts',
    'Stop all broadcasts',
    'Stops every broadcast within the zones of the caller, and starts that are not on the air yet. Alarms go on. The answer is 200 with a result for each.',
  ),
  'GET /v1/task/:id': operation(
    'getBroadcast',
    'Get a broadcast',
    'Gives one broadcast with its list and, while it is on the air, what it does now.',
    { notFound: ['broadcast.taskNotFound'] },
  ),
  'GET /v1/task/:id/target': operation(
    'listBroadcastTargets',
    'List the terminals of a broadcast',
    'Gives each terminal with its state, the reason of it, and the proof of delivery; those that do not sound come first.',
    { notFound: ['broadcast.taskNotFound'] },
  ),
  'POST /v1/task/:id/pause': operation(
    'pauseBroadcast',
    'Pause a broadcast',
    'Makes its terminals silent; they stay taken by it, so that nothing of lower priority comes in. Live sources go on unheard.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed', 'broadcast.alarmInProgress'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/task/:id/resume': operation(
    'resumeBroadcast',
    'Resume a paused broadcast',
    'Goes on where it was paused; live sources go on live.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed', 'broadcast.alarmInProgress'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/task/:id/stop': operation(
    'stopBroadcast',
    'Stop a broadcast',
    'Ends it at all its terminals; what it had pre-empted comes back as its resume policy says. It cannot be resumed, and its record stays.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed', 'broadcast.alarmInProgress'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/task/:id/next': operation(
    'playNextItem',
    'Play the next item of a broadcast',
    'Jumps to the next item of the list.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed', 'broadcast.lastItem'],
    },
  ),
  'POST /v1/task/:id/previous': operation(
    'playPreviousItem',
    'Play the previous item of a broadcast',
    'Jumps to the item before in the list.',
    { notFound: ['broadcast.taskNotFound'], refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed'] },
  ),
  'POST /v1/task/:id/volume': operation(
    'setBroadcastVolume',
    'Set the volume of a broadcast',
    'Sets the volume at its terminals while it plays; null gives each its own back. The settings of the terminals stay.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed', 'broadcast.alarmInProgress'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'PUT /v1/task/:id/files': operation(
    'setBroadcastFiles',
    'Replace the list of a broadcast',
    'Replaces the files of a broadcast of files; what plays now plays on if it is in the new list.',
    {
      forbidden: ['auth.outsideZone'],
      notFound: ['broadcast.taskNotFound', 'common.notFound'],
      refused: [
        'broadcast.notRunning',
        'broadcast.actionNotAllowed',
        'broadcast.listNotEmptyWhilePlaying',
        'broadcast.lastItem',
        'common.stateForbids',
      ],
    },
  ),
};
