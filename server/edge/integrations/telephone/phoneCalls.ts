import type { DialledCode } from '../../../../contract/entities/site/dialPlan.ts';
import type { By } from '../../../air/broadcast/startTask.ts';
import type { Journal } from '../../../air/journal/journal.ts';
import { journalAction } from '../../../air/journal/journalAction.ts';
import type { Hop } from '../../../platform/sip/hop.types.ts';
import { IncomingCall, partiesOf } from '../../../platform/sip/incomingCall.ts';
import type { CallTaker, ReceivedInvite } from '../../../platform/sip/requestServer.ts';
import { type AcceptedSound, acceptedSound } from '../../../platform/sip/sdp.ts';
import type { UserAgent } from '../../../platform/sip/userAgent.ts';
import { PACKET_MS } from '../../../site/foreign/calls/calledLoudspeaker.ts';
import { formatsOf } from '../../../site/foreign/sip/sipOffer.ts';
import type { IntegrationRow } from '../integration.repository.ts';
import { PhoneCall, type PhoneCallDeps } from './phoneCall.ts';
import type { PhoneLog } from './phoneLog.ts';
import type { PhoneSound } from './phoneSound.ts';
import { MAX_CALLS } from './phoneSound.types.ts';
import { remoteSound } from './remoteSound.ts';
import type { PhoneStations } from './stations/phoneStations.ts';
import type { TelephoneLine } from './telephoneLine.ts';

/** A telephone system with its line. */
export interface HeldLine {
  row: IntegrationRow;
  readonly line: TelephoneLine;
}

export interface PhoneCallsDeps extends Omit<PhoneCallDeps, 'rowOf' | 'dialled' | 'entry' | 'station'> {
  calls: Pick<PhoneLog, 'begin'>;
  journal: Pick<Journal, 'add' | 'safe'>;
  sound: PhoneSound;
  stations: Pick<PhoneStations, 'byNumber'>;
  /** Telephone systems from which a caller may call, the one that a called number means first. */
  linesOf(caller: Hop, dialled: string): readonly HeldLine[];
  /** The integration as it is now; undefined: it is gone or disabled. */
  rowOf(id: number): IntegrationRow | undefined;
  agent(): UserAgent | null;
}

const formats = formatsOf('any');
const refusal = (status: number, reason: string) => ({ reply: { status, reason } });

/** Answers the calls of telephone systems. */
export function createPhoneCalls(deps: PhoneCallsDeps) {
  const calls = new Map<PhoneCall, number>();

  function recordDialled(
    { id, name }: IntegrationRow,
    by: By,
    { code, action }: DialledCode,
    from: string,
    done: boolean,
  ) {
    const after = { name, code, action, caller: from, done };
    const entry = { action: 'dial', entity: 'integration', entity_id: id, ip: by.ip, after };
    // Without the database the entry waits in the journal: what was dialled is heard.
    void journalAction(deps.journal, 'site', by.caller, entry);
  }

  /** Opens the sound of a call, answers it, and asks its caller. */
  async function answer(
    agent: UserAgent,
    { row, line }: HeldLine,
    invite: ReceivedInvite,
    offered: AcceptedSound,
    made: (call: IncomingCall) => void,
  ): Promise<void> {
    const { address } = invite.from;
    const { dialled, caller } = partiesOf(invite.request);
    let phone: PhoneCall | null = null;
    const local = await agent.open(invite.from);
    const sound = deps.sound.open({
      digit: (digit) => phone?.digit(digit),
      packet: (packet) => phone?.packet(packet),
      failed: () => call.hangUp(),
    });
    const remoteOf = (one: AcceptedSound) => remoteSound(one, call.master, [...line.addresses, address]);
    const call: IncomingCall = new IncomingCall(
      agent,
      invite,
      { local, sound: offered, formats },
      {
        digit: (digit) => phone?.digit(digit),
        sound: (one) => sound.remote(remoteOf(one)),
        ended() {
          sound.close();
          phone?.ended();
          if (phone !== null) calls.delete(phone);
        },
      },
    );
    made(call);
    const port = await sound.port;
    if (port === null) call.refuse(503, 'Service Unavailable');
    if (port === null || call.isEnded) return;
    call.accept(port, PACKET_MS);
    line.called();
    sound.remote(remoteOf(call.sound));
    const number = caller.replace(/[^0-9A-Za-z+*#._-]/g, '').slice(0, 32);
    // A system may call by the extension of another one, so the number is looked up in all of its address.
    const systems = deps.linesOf(invite.from, dialled).map((one) => one.row.id);
    const station = deps.stations.byNumber(systems, number);
    const isCode = row.dial_plan.some(({ code }) => code === dialled) || station?.canCall(dialled) === true;
    phone = new PhoneCall(
      {
        ...deps,
        entry: deps.calls.begin(row, number),
        ...{ station, rowOf: () => deps.rowOf(row.id) },
        dialled: (by, code, from, isDone) => recordDialled(row, by, code, from, isDone),
      },
      { call, sound, number, address },
      isCode ? dialled : null,
    );
    calls.set(phone, row.id);
  }

  const take: CallTaker = (invite) => {
    const agent = deps.agent();
    const [held] = deps.linesOf(invite.from, partiesOf(invite.request).dialled);
    if (held === undefined || agent === null) return refusal(403, 'Forbidden');
    if (deps.sound.calls >= MAX_CALLS) return refusal(486, 'Busy Here');
    const offered = acceptedSound(invite.request.body, formats);
    if (offered === null) return refusal(488, 'Not Acceptable Here');
    let isCancelled = false;
    let call: IncomingCall | null = null;
    const made = (one: IncomingCall) => {
      call = one;
      if (isCancelled) one.cancel();
    };
    answer(agent, held, invite, offered, made).catch((err: unknown) => {
      deps.log.error({ err }, 'a telephone call could not be answered');
      call?.hangUp();
    });
    const cancel = () => {
      isCancelled = true;
      call?.cancel();
    };
    return { reply: { status: 100, reason: 'Trying' }, cancel };
  };

  return {
    take,
    /** Ends the calls of a telephone system. */
    end(id: number): void {
      for (const [call, of] of calls) if (of === id) call.hangUp();
    },
    /** Ends pages whose account has lost its rights. */
    checkRights(): void {
      for (const call of calls.keys())
        call.checkRights().catch((err: unknown) => deps.log.error({ err }, 'rights of a call were not read'));
    },
  };
}
