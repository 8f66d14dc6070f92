import { isDeepStrictEqual } from 'node:util';
import type { DeviceLive } from '../../contract/entities/device.ts';
import type { KeepingView } from '../../contract/entities/keeping.ts';
import { type TerminalKind, type TerminalLive, terminalKindNames } from '../../contract/entities/terminal.ts';
import type { Report } from '../../contract/terminal.ts';
import type { Topic } from '../live/hub.ts';
import { DeviceState } from './deviceState.ts';
import type { AdoptedTerminal, Directory } from './directory.ts';
import { isLoud, judge, notPlaying, type Playing, programmeLevel } from './sound.ts';
import type { TerminalEvents } from './types.ts';

export type { Playing } from './sound.ts';

/** Broadcasts whose last sound is remembered; ended ones are forgotten with the rest. */
const MAX_LOUD = 1_000;

export interface DeviceEvents {
  /** A terminal is silent or locked, or no longer. */
  sound(terminalId: number, sound: DeviceLive['sound']): void;
  /** Where a terminal counts, before and after; null: nowhere. */
  moved(terminalId: number, before: Place | null, after: Place | null): void;
  /** A stored row is new or has changed: names, settings. */
  changed(terminalId: number): void;
}
export interface Place {
  org: number | null;
  online: boolean;
}

/** The live state of all adopted terminals: a topic per kind. */
export interface Devices {
  get(terminalId: number): DeviceState | undefined;
  all(): Iterable<DeviceState>;
  /** The broadcast engine says what a terminal plays and why; null: nothing. */
  setPlaying(terminalId: number, playing: Playing | null): void;
  setFault(terminalId: number, fault: DeviceLive['fault']): void;
  /** How many people listen in at it. */
  setListeners(terminalId: number, listeners: number): void;
  /** Whether it holds what it is to play without a link (server/keeping). */
  setKeeping(terminalId: number, keeping: KeepingView | null): void;
  /** The groups that a terminal is in. */
  setGroups(terminalId: number, groups: readonly number[]): void;
  /** Fields of its live row that come from tables of its kind's own; all of them, each time. */
  setRelated(terminalId: number, fields: Readonly<Record<string, unknown>>): void;
  /** After the commit of a new or changed row. */
  changed(terminal: AdoptedTerminal): void;
  removed(terminalId: number): void;
  /** What the gateway tells. */
  readonly handlers: Pick<
    TerminalEvents,
    'online' | 'offline' | 'report' | 'status' | 'administration' | 'unknown'
  >;
  subscribe(events: Partial<DeviceEvents>): () => void;
}

export function createDevices(
  directory: Directory,
  topicOf: (kind: TerminalKind) => Topic<TerminalLive>,
): Devices {
  const states = new Map<number, DeviceState>();
  /** Per broadcast: monotonic ms at which a terminal of it last reported sound. */
  const loudAt = new Map<number, number>();
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

  const place = (state: DeviceState): Place => ({ org: state.terminal.org, online: state.online });
  function moved(id: number, before: Place | null, after: Place | null): void {
    if (before?.org === after?.org && before?.online === after?.online) return;
    for (const each of listeners) each.moved?.(id, before, after);
  }
  function setSound(state: DeviceState, sound: DeviceLive['sound']): void {
    if (state.sound === sound) return;
    state.sound = sound;
    for (const each of listeners) each.sound?.(state.terminal.id, sound);
  }
  function setOnline(state: DeviceState, online: boolean): void {
    const before = place(state);
    if (state.online !== online) state.onlineSince = Math.floor(Date.now() / 1000);
    state.online = online;
    state.report = null;
    state.reportedAt = null;
    state.ear.quietSince = null;
    if (online) state.unknown.reset();
    setSound(state, 'none');
    if (state.status !== null) patch(state, { status: null });
    state.status = null;
    patch(state, { ...state.presence(), ...state.doing(), ...state.heard() });
    moved(state.terminal.id, before, place(state));
  }

  function report(id: number, said: Report): void {
    const state = states.get(id);
    if (state === undefined) return;
    const now = performance.now();
    const own = state.playing.volume ?? state.terminal.row.ao_volume;
    const { task_id } = state.playing;
    if (task_id !== null && isLoud(programmeLevel(said, own))) {
      if (loudAt.size > MAX_LOUD) loudAt.clear();
      loudAt.set(task_id, now);
    }
    const unsynced = state.report?.state === 'unsynced' || said.state === 'unsynced';
    const switched = state.report?.powered !== said.powered;
    const heard = state.take(said, Date.now());
    const sound = judge(state.ear, state.playing, said, own, now, loudAt.get(task_id ?? 0) ?? 0);
    if (sound === state.sound && sound !== 'silent' && !unsynced && !switched) patch(state, heard);
    else {
      setSound(state, sound);
      patch(state, { ...heard, ...state.doing() });
    }
  }

  return {
    get: (id) => states.get(id),
    all: () => states.values(),
    setPlaying(id, playing) {
      const state = states.get(id);
      if (state === undefined) return;
      if (state.playing.task_id !== playing?.task_id || state.playing.play_status !== playing.play_status) {
        state.ear.quietSince = null;
        if (state.sound !== 'locked') setSound(state, 'none');
      }
      state.playing = playing ?? notPlaying;
      patch(state, state.doing());
    },
    setFault(id, fault) {
      const state = states.get(id);
      if (state === undefined || state.fault === fault) return;
      state.fault = fault;
      patch(state, { fault });
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
      const was = before === undefined ? null : { org: before.org, online: state.online };
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
        if (state !== undefined) setOnline(state, true);
      },
      offline(id) {
        const state = states.get(id);
        if (state !== undefined) setOnline(state, false);
      },
      report,
      administration(id, administration) {
        const state = states.get(id);
        if (state === undefined) return;
        state.administration = administration;
        patch(state, { administration });
      },
      /** A type that is new is shown at once, the count with the next report: a flood of them costs no live traffic. */
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
