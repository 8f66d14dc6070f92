import { by, type CoverageItem } from './item.ts';

/** Routes, further pages, navigation and splitter (2). */
export const navigation: readonly CoverageItem[] = [
  ...by(
    '2',
    'e2e/console/console.test.ts',
    'login: wrong password, then by keyboard only; the console continues to the requested path',
    'route /login: login page',
  ),
  ...by(
    '2',
    'views/console/navigation.test.tsx',
    '/ and /index.html lead to the login page without a login',
    'route /: redirects to /login',
  ),
  ...by(
    '2',
    'views/console/navigation.test.tsx',
    '/index.html leads to the devices; without that right, to the first permitted screen',
    'route /index.html: main shell, redirects to /menu_device_management, holds the child pages',
  ),
  ...by(
    '2',
    'e2e/console/wall.test.ts',
    'the wall shows sites, broadcasts and lost terminals, live; its page is in the address',
    'route /fullscreen/index: separate full-screen page, name fullscreen_page',
  ),
  ...by(
    '2',
    'e2e/console/console.test.ts',
    'profile: name, own logins, and a wrong current password as a fault of its field',
    'profile page',
  ),
  ...by(
    '2',
    'e2e/system/accounts.test.ts',
    'the first login of an account asks for a new password, and then continues to the requested screen',
    'change-password dialog',
  ),
  ...by(
    '2',
    'e2e/system/administration.test.ts',
    "remote administration is set with the site's defaults, and its state is shown with the terminal",
    'system configuration page',
  ),
  ...by(
    '2',
    'e2e/system/download.test.ts',
    'from the login page, without a login: versions, dates, a saved file, the web apps and the terminal package',
    'client download page: terminal management client',
    'client download page: sub-control client',
  ),
  ...by(
    '2',
    'machines/session.test.ts',
    'logs in without showing the login page, and continues where the address says',
    'navigation: username and password in the URL query without a session post a login',
  ),
  ...by(
    '2',
    'views/console/navigation.test.tsx',
    'any other path leads to /login, and after the login back to the target',
    'navigation: without token and logged-in user any path but /login goes to /login',
  ),
  ...by(
    '2',
    'views/chunk.test.tsx',
    'a page chunk that fails to load: the target is remembered and the page reloads once',
    'navigation: a lost page chunk is remembered, the page reloads once, then goes there',
  ),
  ...by(
    '2',
    'machines/session.test.ts',
    'ends the login at the server, sets the cookie to null and goes to the root path',
    'navigation: after logout or an authentication failure to the root path',
  ),
  ...by(
    '2',
    'e2e/console/brands.test.ts',
    'the profile sets the background, the place of the login box and the layout heights',
    'navigation: the root container shows only the current route view, with a fade-in',
  ),
  ...by(
    '2',
    'e2e/console/console.test.ts',
    'tabs keep their last address, also over a reload; home can be closed',
    'navigation: the home page is a closable tab',
  ),
  ...by(
    '2',
    'e2e/console/console.test.ts',
    'the splitter works by pointer and keyboard, within its limits, and persists in this browser',
    'splitter: both widths follow the pointer',
    'splitter: colour changes while dragging',
  ),
  ...by(
    '2',
    'views/kitRules.test.ts',
    'stays 32 px from the left and 150 px from the right edge',
    'splitter: minimum left 32 px, at least 150 px from the right edge',
  ),
  ...by(
    '2',
    'views/kitRules.test.ts',
    'a layout reset gives the left panel 20 % less 12 px',
    'splitter: reset to 20% minus 12 px and 80%',
  ),
];
