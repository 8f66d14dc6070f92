/** Files of one transcoded programme, in its folder. */
export const PROGRAMME_FILE = 'programme.opk';
export const LISTEN_FILE = 'listen.ogg';
