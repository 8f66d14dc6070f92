import { by, type CoverageItem } from './item.ts';

/** Nodes of trees, the response to a login, and the state of a client (3). */
export const clientState: readonly CoverageItem[] = [
  ...by(
    '3',
    'contract/channelTree.test.ts',
    'capturers are roots, and their channels are tunnels below them',
    ['tree node: parentid', 'parentid'],
    ['tree node: child', 'child'],
    'tree node: tunnel',
  ),
  ...by('3', 'contract/channelTree.test.ts', 'a tunnel id names a capturer and a channel; other ids do not', [
    'tree node: tunnel ids carry the prefix istunnel_',
    'istunnel_',
  ]),
  ...by(
    '3',
    'streams/clientState.test.ts',
    'the latest message of the socket is kept with its time, until the login ends',
    'client state: latest socket message',
  ),
  ...by(
    '3',
    'views/console/currentZone.test.tsx',
    'goes along by menu and by tab to screens with zones, and only there',
    ['client state: current_org_id', 'current_org_id'],
  ),
  ...by(
    '3',
    'views/talk/listenOnce.test.tsx',
    'listening to another terminal ends the first; deviceSubScribeInfo names the one that is heard',
    'client state: deviceSubScribeInfo',
  ),
  ...by(
    '3',
    'server/spec/fields.test.ts',
    'a zone is a node of the tree: id, the zone above, and those below',
    'tree node: id',
    'tree node: children',
  ),
  ...by(
    '3',
    'server/auth/session.test.ts',
    'returns token, role and user data with code 200',
    'login response value: token',
    'login response value: role',
    'login response value: user data',
  ),
  ...by('3', 'machines/browser.test.ts', 'the token is stored in the cookie only', 'client state: token'),
  ...by(
    '3',
    'machines/session.test.ts',
    'stores token, user and role, and goes on to the shell',
    'client state: loginUser in session storage',
    'client state: role under own_role in session storage',
  ),
  ...by(
    '3',
    'machines/session.test.ts',
    'the target is remembered, the page reloads once and then goes there',
    ['client state: route_path', 'route_path'],
  ),
  ...by(
    '3',
    'e2e/media/filesGroups.test.ts',
    'files are dropped into a group; groups are created, filled by drag and by keyboard, renamed, ordered, deleted',
    'client state: drag object',
  ),
  ...by(
    '3',
    'e2e/terminals/pairing.test.ts',
    'with cloud control off the button explains why there are no codes',
    'client state: cloud-control object',
  ),
  ...by(
    '3',
    'machines/ttsAuthorization.test.ts',
    'a grant is sent once and shown at once; the live feed takes precedence',
    'client state: ttsLicense',
  ),
  ...by(
    '3',
    'e2e/tasks/listening.test.ts',
    "a terminal's sound is heard in the console, after a notice the first time; the terminal is notified",
    'client state: flag for the subscription-description notice (default true)',
  ),
  ...by(
    '3',
    'views/console/shell.test.tsx',
    'the menu is 48 px of icons below 1400 px, unless the user opens it',
    'client state: sliding-panel setting',
  ),
];
