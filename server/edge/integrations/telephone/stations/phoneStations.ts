import { AppError, errorCode } from '../../../../../contract/api/errors.ts';
import type { StateReason } from '../../../../../contract/entities/terminals/terminal.ts';
import { readRuleMessage } from '../../../../../contract/rules/ruleMessage.ts';
import type { By } from '../../../../air/broadcast/startTask.ts';
import type { Calls } from '../../../../air/calls/calls.ts';
import { talkTargets } from '../../../../air/talk/talks.ts';
import type { TalkSessionDeps } from '../../../../air/talk/waitingPage.ts';
import type { Callers } from '../../../../platform/auth/callers.ts';
import type { UserAgent } from '../../../../platform/sip/userAgent.ts';
import { phoneOf } from '../../../../site/casters/phoneOf.ts';
import type { Devices } from '../../../../site/terminals/devicesApi.ts';
import type { AdoptedTerminal, Directory } from '../../../../site/terminals/directory.ts';
import type { Gateway } from '../../../../site/terminals/gateway/terminals.types.ts';
import type { IntegrationRow } from '../../integration.repository.ts';
import type { PageOrder } from '../phonePage.ts';
import type { PhoneSound } from '../phoneSound.ts';
import type { TelephoneLine } from '../telephoneLine.ts';
import { PhoneStation } from './phoneStation.ts';

export interface PhoneStationsDeps {
  gateway: Pick<Gateway, 'attach' | 'detach' | 'called' | 'reported' | 'subscribe'>;
  directory: Directory;
  devices: Devices;
  calls: Pick<Calls, 'canCall'>;
  callers: Pick<Callers, 'fromAccount'>;
  talk: TalkSessionDeps;
  sound: PhoneSound;
  agent(): UserAgent | null;
  /** Telephone system with an id; undefined: it is not known. */
  systemOf(integration: number): Pick<IntegrationRow, 'name' | 'enabled' | 'last_error'> | undefined;
  /** Line of a telephone system that can be reached; undefined: it cannot. */
  lineOf(integration: number): TelephoneLine | undefined;
  log: { error(details: object, message: string): void };
}

interface Present {
  station: PhoneStation;
  line: TelephoneLine;
  /** Phone and zone for which it was made, as text. */
  made: string;
}

function awayKey({
  enabled,
  last_error,
}: Pick<IntegrationRow, 'enabled' | 'last_error'>): StateReason['key'] {
  if (!enabled) return 'telephone_off';
  return readRuleMessage(last_error)?.key === 'integration.registrarRefused'
    ? 'telephone_refused'
    : 'telephone_away';
}

/** Phones that are call stations: each is online while its telephone system can be reached. */
export function createPhoneStations(deps: PhoneStationsDeps) {
  const { gateway, directory } = deps;
  const present = new Map<number, Present>();
  let isClosed = false;

  function leave(id: number): void {
    const gone = present.get(id);
    if (gone === undefined) return;
    present.delete(id);
    gateway.detach(id);
    gone.station.close();
  }

  /** Tells why a phone is away while its telephone system cannot be reached. */
  function tellAway(id: number, integration: number): void {
    const system = deps.lineOf(integration) === undefined ? deps.systemOf(integration) : undefined;
    deps.devices.setAway(
      id,
      system === undefined ? null : { key: awayKey(system), params: { telephone: system.name } },
    );
  }

  /** Follows a new or changed row, or a line that has come or gone. */
  function follow(id: number): void {
    if (isClosed) return;
    const terminal = directory.byId(id);
    const place = terminal === undefined ? null : phoneOf(terminal.row);
    if (place !== null) tellAway(id, place.integration);
    const line = place === null ? undefined : deps.lineOf(place.integration);
    const agent = deps.agent();
    if (terminal === undefined || place === null || line === undefined || agent === null) {
      leave(id);
      return;
    }
    const made = JSON.stringify([place, terminal.org]);
    const known = present.get(id);
    if (known?.made === made && known.line === line) return;
    leave(id);
    const station = new PhoneStation(terminal, place, {
      ...{ agent, line, gateway, sound: deps.sound, talk: deps.talk, log: deps.log },
      canCall: (from, number) => deps.calls.canCall(from, number),
    });
    present.set(id, { station, line, made });
    gateway.attach(station);
  }

  const followAll = () => {
    for (const { id, kind } of directory.all()) if (kind === 'dialogue') follow(id);
  };
  const ends = [deps.devices.subscribe({ changed: follow }), gateway.subscribe({ removed: leave })];

  return {
    /** Follows lines that can be reached now, or no longer. */
    linesChanged: followAll,
    /** Station of a phone by the number that it gives, in the first of these telephone systems; null: it is none. */
    byNumber(integrations: readonly number[], number: string): PhoneStation | null {
      const named = [...present.values()].filter(({ station }) => station.place.number === number);
      for (const id of integrations)
        for (const { station } of named) if (station.place.integration === id) return station;
      return null;
    },
    /**
     * Rings a phone, whose user then speaks to these targets in the name of an account.
     * @throws AppError 999 when it is offline or busy, or when there is no target; 404 for targets that are not available
     */
    speakFor({ id, settings: { name } }: AdoptedTerminal, by: By, order: PageOrder): void {
      const { caller } = by;
      if (talkTargets(deps.talk, caller.scope, order).length === 0)
        throw new AppError(errorCode.refused, 'broadcast.noDevices');
      const station = present.get(id)?.station;
      if (station === undefined) throw new AppError(errorCode.refused, 'call.offline', { name });
      if (!station.isFree) throw new AppError(errorCode.refused, 'call.end.busy');
      station.speakFor(by, order, name);
    },
    /** Ends speech whose account has lost its rights. */
    async checkRights(): Promise<void> {
      for (const { station } of present.values()) {
        const { speech } = station;
        if (speech === null) continue;
        const { caller, ip } = speech.by;
        const now = caller.accountId === null ? null : await deps.callers.fromAccount(caller.accountId);
        speech.checked(now === null ? null : { caller: now, ip });
      }
    },
    close(): void {
      isClosed = true;
      for (const end of ends) end();
      for (const { station } of present.values()) station.close();
      present.clear();
    },
  };
}
export type PhoneStations = ReturnType<typeof createPhoneStations>;
