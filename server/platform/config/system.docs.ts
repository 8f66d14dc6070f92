import { type OperationDocs, operation } from '../api/operation.ts';

/** API documentation of the operations of this folder, in addition to those of plain entities. */
export const systemDocs: OperationDocs = {
  'GET /healthz': operation(
    'checkHealth',
    'Check that the server runs',
    'Answers 200 as long as the process takes requests; for a watchdog.',
  ),
  'GET /readyz': operation(
    'checkReadiness',
    'Check that the server can work',
    'Answers 200 when the database answers and 503 when it does not; for a load balancer.',
  ),
  'GET /metrics': operation(
    'getMetrics',
    'Get metrics for Prometheus',
    'Returns counters and gauges of the server in the text format of Prometheus.',
  ),
  'GET /v1/brand': operation(
    'getBrand',
    'Get the brand of the installation',
    'Returns names, pictures, colours and layout of the brand that the console shows.',
  ),
  'GET /v1/clock': operation(
    'getClock',
    'Get the time of the server',
    'Returns the wall time, epoch ms, and the time zone of the site, in which schedules run.',
  ),
  'GET /v1/origin': operation(
    'getOrigin',
    'Get the HTTPS port',
    'Returns whether this request used HTTPS, the port of HTTPS, and whether plain HTTP is refused. Answered over plain HTTP in any case.',
  ),
  'GET /v1/version': operation(
    'getVersion',
    'Get the versions of the server',
    'Returns the versions of server, Node.js, database and terminal protocol, and the licences of the packages.',
  ),
  'GET /v1/site': operation(
    'getSite',
    'Get the public data of the site',
    'Returns the titles, pictures and login rules of the login page.',
  ),
  'GET /v1/sys/config': operation(
    'getSystemConfig',
    'Get the system configuration',
    'Returns all settings of the site.',
  ),
  'PATCH /v1/sys/config': operation(
    'updateSystemConfig',
    'Change the system configuration',
    'Changes the settings that are sent; they take effect immediately, without a restart. New type weights apply to broadcasts that start from now on. `https_only` ends what goes on over plain HTTP: sockets, and sessions whose token was sent so.',
    { refused: ['auth.switchByHttps'] },
  ),
  'GET /v1/sys/plain_http': operation(
    'getPlainHttp',
    'Get what goes on over plain HTTP',
    'Returns the logins, consoles and terminals that would lose their connection if plain HTTP were refused now.',
  ),
  'GET /v1/sys/addresses': operation(
    'getServerAddresses',
    'Get the proposed server addresses',
    'Returns the default addresses of remote management and of this server for actions on terminals.',
  ),
  'GET /v1/preference/:key': operation(
    'getPreference',
    'Get a preference of the caller',
    'Returns the value that the account has stored under this key, for example a column layout; null: none.',
  ),
  'PUT /v1/preference/:key': operation(
    'putPreference',
    'Set a preference of the caller',
    'Stores any JSON of at most 32 KiB under this key and replaces the previous value.',
    { tooLarge: ['common.tooLarge'] },
  ),
  'GET /v1/audit': operation(
    'listAuditEntries',
    'List the audit log',
    'Returns the changes with account, time and values before and after, newest first. Never contains passwords or secrets.',
  ),
  'POST /v1/audit/export/ticket': operation(
    'createAuditExportTicket',
    'Get a ticket for an export of the audit log',
    'Returns a path with a ticket under which the CSV can be fetched without the token.',
  ),
  'GET /v1/audit/export': operation(
    'exportAuditLog',
    'Export the audit log as CSV',
    'Sends the entries that pass the filters, newest first, read as they are sent. Times are in the time zone of the site.',
    { unauthorized: ['auth.ticketInvalid'] },
  ),
  'GET /v1/online_log': operation(
    'listConnections',
    'List the connections of terminals',
    'Returns the times at which terminals connected and were lost, newest first. The current presence is in the row of a terminal.',
  ),
  'POST /v1/online_log/export/ticket': operation(
    'createConnectionExportTicket',
    'Get a ticket for an export of the run log',
    'Returns a path with a ticket under which the CSV can be fetched without the token.',
  ),
  'GET /v1/online_log/export': operation(
    'exportConnections',
    'Export the connections of terminals as CSV',
    'Sends the connections that pass the filters, newest first, read as they are sent. Times are in the time zone of the site.',
    { unauthorized: ['auth.ticketInvalid'] },
  ),
  'PUT /v1/sys/image/:slot': operation(
    'putSiteImage',
    'Set a picture of the site',
    'Takes one PNG as multipart/form-data for a place (logo, login page, console), in place of that of the brand. A logo is 3:1.',
    { badRequest: ['common.pngOnly', 'common.logoRatio', 'media.noFile'], tooLarge: ['common.tooLarge'] },
  ),
  'DELETE /v1/sys/image/:slot': operation(
    'deleteSiteImage',
    'Remove a picture of the site',
    'The picture of the brand is shown again. A repetition changes nothing.',
  ),
  'DELETE /v1/sys/image': operation(
    'deleteSiteImages',
    'Remove all pictures of the site',
    'The pictures of the brand are shown again. A repetition changes nothing.',
  ),
  'GET /v1/site/image/:name': operation(
    'getSiteImage',
    'Get a picture of the site',
    'Sends the PNG. Its name is the hash of its content, so it can be cached indefinitely.',
  ),
  'GET /v1/play_config': operation(
    'getPlayConfig',
    'Get the play configuration',
    'Returns the default volume, resume policy, interval and chimes of new tasks.',
  ),
};
