import { type OperationDocs, operation } from '../../platform/api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const broadcastDocs: OperationDocs = {
  'GET /v1/task': operation(
    'listBroadcasts',
    'List broadcasts',
    'Returns running and ended broadcasts of every type, newest first. The current state of one is in its row and in the live topic `task`.',
  ),
  'POST /v1/task': operation(
    'startBroadcast',
    'Start a broadcast',
    'Starts to play files, a text, a radio station or a URL at terminals, zones and groups, as they are now. Terminals held by a broadcast of higher weight join when that ends, unless `busy_policy` says otherwise: `wait` queues the start, `free_only` leaves busy terminals out, `refuse` answers 409. Omitted fields follow the play configuration. Sent twice it starts two.',
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
      conflict: ['broadcast.targetsBusy', 'broadcast.queueFull'],
    },
  ),
  'GET /v1/task/last_page': operation(
    'lastPage',
    'Get the last page',
    'Returns the last page that the account of the caller made within a day, and the body that repeats it: typed words as they were asked for, a live page from its recording (which needs `list_record_file`).',
  ),
  'POST /v1/task/say': operation(
    'sayNow',
    'Say words at once',
    'Speaks words at terminals, zones and groups as a synchronous TTS broadcast (task type 6): it begins while the rest is still being spoken. Volume and chimes follow the play configuration if they are omitted. Sent twice it starts two.',
    {
      refused: [
        'broadcast.noDevices',
        'broadcast.sourceNotAvailable',
        'broadcast.stoppedBeforeStart',
        'media.speechFailed',
      ],
      notFound: ['terminal.notFound', 'zone.notFound', 'group.notFound', 'common.notFound'],
      conflict: ['broadcast.targetsBusy', 'broadcast.queueFull'],
    },
  ),
  'POST /v1/task/test_tone': operation(
    'playTestTone',
    'Play a test tone',
    'Plays an audible tone of three seconds once at terminals, as a real-time task. It needs no file. Sent twice it starts two.',
    {
      refused: ['broadcast.sourceNotAvailable', 'broadcast.stoppedBeforeStart', 'media.processingFailed'],
      notFound: ['terminal.notFound'],
    },
  ),
  'POST /v1/task/dry_run': operation(
    'dryRunBroadcast',
    'Preview the effect of a broadcast',
    'Returns the terminals that a broadcast would reach now, the broadcasts that it would pre-empt or duck, and the terminals that cannot be reached. Nothing is played.',
    { refused: ['broadcast.noDevices'], notFound: ['terminal.notFound', 'zone.notFound'] },
  ),
  'POST /v1/task/stop_all': operation(
    'stopAllBroadcasts',
    'Stop all broadcasts',
    'Stops every broadcast within the zones of the caller, or within one of them, and pending starts. Of a broadcast that other zones hear, too, only the terminals within are stopped. Alarms continue. The answer is 200 with a result for each.',
    { notFound: ['zone.notFound'] },
  ),
  'GET /v1/task/:id': operation(
    'getBroadcast',
    'Get a broadcast',
    'Returns one broadcast with its list and, while it runs, its current state.',
    { notFound: ['broadcast.taskNotFound'] },
  ),
  'GET /v1/task/:id/target': operation(
    'listBroadcastTargets',
    'List the terminals of a broadcast',
    'Returns each terminal with its state, the reason, and the proof of delivery; silent terminals come first.',
    { notFound: ['broadcast.taskNotFound'] },
  ),
  'POST /v1/task/:id/pause': operation(
    'pauseBroadcast',
    'Pause a broadcast',
    'Mutes its terminals, which stay reserved, so that no broadcast of lower priority plays there. Live sources continue unheard.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed', 'broadcast.alarmInProgress'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/task/:id/resume': operation(
    'resumeBroadcast',
    'Resume a paused broadcast',
    'Continues at the paused position; live sources continue live.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed', 'broadcast.alarmInProgress'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'POST /v1/task/:id/stop': operation(
    'stopBroadcast',
    'Stop a broadcast',
    'Ends it at all its terminals; pre-empted broadcasts resume by their resume policies. It cannot be resumed, and its record stays.',
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
    'Sets the volume at its terminals while it plays; null restores the volume of each terminal. The settings of the terminals do not change.',
    {
      notFound: ['broadcast.taskNotFound'],
      refused: ['broadcast.notRunning', 'broadcast.actionNotAllowed', 'broadcast.alarmInProgress'],
      forbidden: ['auth.outsideZone'],
    },
  ),
  'PUT /v1/task/:id/files': operation(
    'setBroadcastFiles',
    'Replace the list of a broadcast',
    'Replaces the files of a broadcast of files; the current file continues if it is in the new list.',
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
