import { isDeepStrictEqual } from 'node:util';
import type { DeviceLive } from '../../../contract/entities/terminals/device.ts';
import type { TerminalLive } from '../../../contract/entities/terminals/terminal.ts';
import { type TerminalKind, terminalKindNames } from '../../../contract/entities/terminals/terminalKind.ts';
import type { Report } from '../../../contract/protocol/terminal.ts';
import type { Topic } from '../../platform/live/hub.ts';
import { DeviceState } from './deviceState.ts';
import type { DeviceEvents, Devices, Place } from './devicesApi.ts';
import type { Directory } from './directory.ts';
import { notPlaying } from './gateway/playingState.ts';
import type { TerminalLink } from './gateway/terminals.types.ts';
import { countedAs } from './zoneCounts.ts';

export function createDevices(
  directory: Directory,
  topicOf: (kind: TerminalKind) => Topic<TerminalLive>,
  /** Monotonic ms. */
  now: () => number = () => performance.now(),
): Devices {
  const states = new Map<number, DeviceState>();
  const listeners = new Set<Partial<DeviceEvents>>();

  for (const terminal of directory.all()) states.set(terminal.id, new DeviceState(terminal));
  const topics = {} as Record<TerminalKind, Topic<TerminalLive>>;
  for (const kind of terminalKindNames) {
    const rows = [...states.values()].filter((state) => state.terminal.kind === kind);
    topics[kind] = topicOf(kind);
    topics[kind].replaceAll(rows.map((state) => state.live()));
  }
  const patch = (state: DeviceState, fields: Partial<TerminalLive>) =>
    topics[state.terminal.kind].patch(state.terminal.id, fields);

  const place = (state: DeviceState): Place => ({
    ...{ org: state.terminal.org, online: state.online },
    isBehind: state.behindRelay !== null,
    isMissing: countedAs(state) === 'offline',
  });
  function moved(id: number, before: Place | null, after: Place | null): void {
    if (isDeepStrictEqual(before, after)) return;
    for (const each of listeners) each.moved?.(id, before, after);
  }
  let lostRelays: ReadonlyMap<number, string> = new Map();
  /** Finds out if a terminal is behind a lost relay; returns true when that has changed. */
  function placeBehind(state: DeviceState): boolean {
    const { relay_id } = state.terminal.seen;
    const relay = state.online || relay_id === null ? undefined : lostRelays.get(relay_id);
    const was = state.behindRelay;
    state.behindRelay = relay ?? null;
    if (was === state.behindRelay) return false;
    if ((was === null) !== (relay === undefined))
      for (const each of listeners) each.behind?.(state.terminal.id, relay !== undefined);
    return true;
  }
  function setSound(state: DeviceState, sound: DeviceLive['sound']): void {
    if (state.sound === sound) return;
    state.sound = sound;
    for (const each of listeners) each.sound?.(state.terminal.id, sound);
  }
  function setLossy<Result>(state: DeviceState, change: () => Result): Result {
    const before = state.lossy;
    const result = change();
    if (state.lossy !== before) for (const each of listeners) each.lossy?.(state.terminal.id, state.lossy);
    return result;
  }
  function linked(state: DeviceState, link: TerminalLink | null): void {
    const before = place(state);
    if (state.online !== (link !== null)) state.onlineSince = Math.floor(Date.now() / 1000);
    setLossy(state, () => state.linked(link));
    if (state.online) state.unknown.reset();
    placeBehind(state);
    setSound(state, 'none');
    if (state.status !== null) patch(state, { status: null });
    state.status = null;
    patch(state, { ...state.presence(), ...state.doing(), ...state.heard() });
    moved(state.terminal.id, before, place(state));
  }

  /** Sound of a terminal without proof: unknown at first, then silent. One that was silent before stays so. */
  function withoutProof(state: DeviceState): 'silent' | 'unknown' {
    return state.proof() === 'void' || state.sound === 'silent' ? 'silent' : 'unknown';
  }

  function report(id: number, message: Report): void {
    const state = states.get(id);
    if (state === undefined) return;
    const stale = state.stale;
    const unsynced = state.report?.state === 'unsynced' || message.state === 'unsynced';
    const switched = state.report?.powered !== message.powered;
    const at = now();
    const judged = state.soundMonitor.judge(message, state.playing, state.terminal.row.ao_volume, at);
    const heard = setLossy(state, () => state.take(message, Date.now(), at));
    const sound = state.stale ? withoutProof(state) : judged;
    const same =
      sound === state.sound && sound !== 'silent' && !unsynced && !switched && stale === state.stale;
    if (same) patch(state, heard);
    else {
      setSound(state, sound);
      patch(state, { ...heard, ...state.doing() });
    }
  }

  /** Marks terminals whose reports are missing, or prove nothing. */
  function swept(): void {
    for (const state of states.values()) {
      if (state.proof() === 'fresh' || state.sound === 'locked') continue;
      const sound = withoutProof(state);
      if (state.stale && state.sound === sound) continue;
      setLossy(state, () => state.expire());
      setSound(state, sound);
      patch(state, { ...state.heard(), ...state.doing() });
    }
  }

  return {
    get: (id) => states.get(id),
    all: () => states.values(),
    setPlaying(id, playing) {
      const state = states.get(id);
      if (state === undefined) return;
      const before = state.playing;
      setLossy(state, () => state.play(playing ?? notPlaying));
      if (before.task_id !== state.playing.task_id || before.play_status !== state.playing.play_status) {
        if (state.sound !== 'locked') setSound(state, state.sentSound ?? 'none');
        patch(state, { ...state.heard(), ...state.doing() });
      } else patch(state, state.doing());
    },
    setFault(id, fault) {
      const state = states.get(id);
      if (state === undefined || state.fault === fault) return;
      state.fault = fault;
      patch(state, { fault });
    },
    lostRelayOf: (id) => states.get(id)?.behindRelay ?? null,
    setLostRelays(lost) {
      lostRelays = lost;
      for (const state of states.values()) {
        const before = place(state);
        if (placeBehind(state)) patch(state, state.doing());
        moved(state.terminal.id, before, place(state));
      }
    },
    setAway(id, reason) {
      const state = states.get(id);
      if (state === undefined || isDeepStrictEqual(state.away, reason)) return;
      const before = place(state);
      state.away = reason;
      patch(state, state.doing());
      moved(id, before, place(state));
    },
    setListeners(id, listeners) {
      const state = states.get(id);
      if (state === undefined || state.listeners === listeners) return;
      state.listeners = listeners;
      patch(state, { listeners });
    },
    setKeeping(id, keeping) {
      const state = states.get(id);
      if (state === undefined || isDeepStrictEqual(state.keeping, keeping)) return;
      state.keeping = keeping;
      patch(state, { keeping });
    },
    setGroups(id, groups) {
      const state = states.get(id);
      if (state === undefined) return;
      state.groups = groups;
      patch(state, { groups });
    },
    setRelated(id, related) {
      const state = states.get(id);
      if (state === undefined) return;
      state.related = related;
      patch(state, related);
    },
    changed(terminal) {
      const held = states.get(terminal.id);
      const state = held ?? new DeviceState(terminal);
      states.set(terminal.id, state);
      const topic = topics[terminal.kind];
      const before = topic.get(terminal.id);
      topic.upsert(state.live(), terminal.row.rev);
      const was = before === undefined ? null : { ...place(state), org: before.org };
      moved(terminal.id, was, place(state));
      for (const each of listeners) each.changed?.(terminal.id);
    },
    removed(id) {
      const state = states.get(id);
      if (state === undefined) return;
      states.delete(id);
      topics[state.terminal.kind].remove(id);
      moved(id, place(state), null);
    },
    handlers: {
      online(link) {
        const state = states.get(link.terminalId);
        if (state !== undefined) linked(state, link);
      },
      offline(id) {
        const state = states.get(id);
        if (state !== undefined) linked(state, null);
      },
      report,
      swept,
      delivered(id) {
        const state = states.get(id);
        const sound = state?.sentSound ?? null;
        if (state === undefined || sound === null) return;
        setSound(state, sound);
        patch(state, state.doing());
      },
      administration(id, administration) {
        const state = states.get(id);
        if (state === undefined) return;
        state.administration = administration;
        patch(state, { administration });
      },
      /**
       * A new type is shown immediately, the count with the next report: a flood of them causes no live
       * traffic.
       */
      unknown(id, type) {
        const state = states.get(id);
        if (state?.unknown.count(type)) patch(state, { unknown_messages: state.unknown.view });
      },
      status(id, { type: _type, kind: _kind, ...status }) {
        const state = states.get(id);
        if (state !== undefined) patch(state, state.takeStatus(status, Date.now()));
      },
    },
    subscribe(events) {
      listeners.add(events);
      return () => listeners.delete(events);
    },
  };
}
