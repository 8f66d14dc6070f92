import { runMain } from '../../server/platform/process/startError.ts';
import { carryOut, parseOptions, thisMachine } from './carryOut.ts';
import { placesOf, removeSteps } from './plan.ts';

/** `npm run remove-service [-- --user] [-- --dry-run]`: stops the service and takes it away. */
await runMain(async () => {
  const print = (line: string) => void process.stdout.write(`${line}\n`);
  const options = parseOptions(process.argv.slice(2));
  print(options.isDry ? 'This would be done:' : 'Removing the service:');
  carryOut(removeSteps(thisMachine(), options), options, print);
  print(`The data folder, ${placesOf(options.isUser).settings} and the account stay as they are.`);
});
