import { TALK } from '../../../terminal/protocol/uplinkSender.ts';
import type { TalkSite } from '../talk/talkSite.ts';
import { tone } from './sound.ts';

/** Lets a call station send a tone until told to stop. */
export async function speak(
  site: TalkSite,
  station: Awaited<ReturnType<TalkSite['station']>>,
  targets: object,
): Promise<() => void> {
  const { sender, terminal } = station;
  await terminal.until(() => sender.targets !== null);
  sender.start(targets);
  await terminal.until(() => sender.talk.phase === 'speaking');
  const packets = tone(440, 2);
  let n = 0;
  const timer = setInterval(() => {
    sender.push(TALK, station.mediaAt(site.now()), packets[n++ % packets.length] as Uint8Array<ArrayBuffer>);
  }, 20);
  return () => {
    clearInterval(timer);
    sender.stop();
  };
}
