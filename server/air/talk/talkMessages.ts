import { fromTalkSocket, type TalkStart } from '../../../contract/protocol/talk.ts';
import { POLICY } from '../../platform/http/ticketSocket.ts';
import type { Uplinks } from '../../site/terminals/gateway/uplinks.ts';

/** Maximum messages per second; live speech is 50. */
const MAX_MESSAGES_PER_S = 200;

/** Takes messages and audio of a talk socket; one that breaks the protocol is closed. */
export function talkMessages(
  peer: { close(code: number, reason: string): void },
  talker: { uplinks: Uplinks; start(request: TalkStart): void; stop(stream: number): void },
) {
  let second = 0;
  let messages = 0;
  return (data: Buffer, isBinary: boolean): void => {
    const now = Math.floor(performance.now() / 1000);
    messages = now === second ? messages + 1 : 1;
    second = now;
    if (messages > MAX_MESSAGES_PER_S) peer.close(POLICY, 'too many messages');
    else if (isBinary) {
      if (!talker.uplinks.take(data)) peer.close(POLICY, 'not understood');
    } else {
      const message = parse(String(data));
      if (message === null) peer.close(POLICY, 'not understood');
      else if (message.type === 'talk.start') talker.start(message);
      else talker.stop(message.stream);
    }
  };
}

function parse(data: string) {
  try {
    return fromTalkSocket.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}
