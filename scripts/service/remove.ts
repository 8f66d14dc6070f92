import { runMain } from '../../server/platform/process/startError.ts';
import { carryOut, thisMachine, wishOf } from './carryOut.ts';
import { placesOf, removeSteps } from './plan.ts';

/** `npm run remove-service [-- --user] [-- --dry-run]`: stops the service and takes it away. */
await runMain(async () => {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const wish = wishOf(process.argv.slice(2));
  say(wish.isDry ? 'This would be done:' : 'Removing the service:');
  carryOut(removeSteps(thisMachine(), wish), wish, say);
  say(`The data folder, ${placesOf(wish.isUser).settings} and the account stay as they are.`);
});
