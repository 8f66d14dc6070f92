import { runMain } from '../../server/platform/process/startError.ts';
import { carryOut, thisMachine, wishOf } from './carryOut.ts';
import { installSteps, placesOf } from './plan.ts';

/** `npm run install-service [-- --user] [-- --dry-run]`: makes the server a service of systemd, and starts it. */
await runMain(async () => {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const wish = wishOf(process.argv.slice(2));
  const { unit, steps } = installSteps(thisMachine(), wish);
  if (wish.isDry) say(unit);
  say(wish.isDry ? 'This would be done:' : 'Installing the service:');
  carryOut(steps, wish, say);
  if (wish.isDry) return;
  const manager = wish.isUser ? 'systemctl --user' : 'systemctl';
  say(`\nTocsin runs, and starts with ${wish.isUser ? 'your login' : 'the machine'}.`);
  say(`  State     ${manager} status tocsin`);
  say(`  Log       journalctl ${wish.isUser ? '--user ' : ''}-u tocsin -f`);
  say(`  Settings  ${placesOf(wish.isUser).settings}, then ${manager} restart tocsin`);
  say('  Password  of the first start: in the log');
  if (wish.isUser) say('  To let it run without a login: loginctl enable-linger');
});
