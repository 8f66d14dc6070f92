import { runMain } from '../../server/platform/process/startError.ts';
import { carryOut, parseOptions, thisMachine } from './carryOut.ts';
import { installSteps, placesOf } from './plan.ts';

/** `npm run install-service [-- --user] [-- --dry-run]`: makes the server a service of systemd, and starts it. */
await runMain(async () => {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const options = parseOptions(process.argv.slice(2));
  const { unit, steps } = installSteps(thisMachine(), options);
  if (options.isDry) print(unit);
  print(options.isDry ? 'This would be done:' : 'Installing the service:');
  carryOut(steps, options, print);
  if (options.isDry) return;
  const manager = options.isUser ? 'systemctl --user' : 'systemctl';
  print(`\nTocsin runs, and starts with ${options.isUser ? 'your login' : 'the machine'}.`);
  print(`  State     ${manager} status tocsin`);
  print(`  Log       journalctl ${options.isUser ? '--user ' : ''}-u tocsin -f`);
  print(`  Settings  ${placesOf(options.isUser).settings}, then ${manager} restart tocsin`);
  print('  Password  of the first start: in the log');
  if (options.isUser) print('  To let it run without a login: loginctl enable-linger');
});
