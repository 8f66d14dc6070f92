/** `npm run dev`: the server, started again on every change, and Vite's server with the console in front of it. */
import { spawn } from 'node:child_process';

const children = [
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'server/main.ts'], { stdio: 'inherit' }),
  spawn('vite', ['--clearScreen', 'false'], { stdio: 'inherit' }),
];

let ending = false;
function end(signal) {
  ending = true;
  for (const child of children) child.kill(signal);
}
// Ctrl-C reaches the children by itself; one that ends alone takes the other with it.
process.on('SIGINT', () => end('SIGINT'));
process.on('SIGTERM', () => end('SIGTERM'));
for (const child of children) {
  child.once('exit', (code) => {
    if (!ending) end('SIGTERM');
    process.exitCode ||= code ?? 0;
  });
}
