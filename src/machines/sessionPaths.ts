export const ROOT_PATH = '/';
/** Path of the main shell, which redirects to the first screen. */
export const HOME_PATH = '/index.html';

/** Path after a login at this path: pages without content lead to the shell, with their query. */
export function pathAfterLogin(path: string): string {
  const [pathname = ''] = path.split(/[?#]/);
  return pathname === ROOT_PATH || pathname === '/login'
    ? `${HOME_PATH}${path.slice(pathname.length)}`
    : path;
}
