import type { Devices } from '../terminals/devicesApi.ts';
import type { Directory } from '../terminals/directory.ts';
import type { TerminalGateway } from '../terminals/gateway/terminals.types.ts';
import { countedAs } from '../terminals/zoneCounts.ts';
import { defaultDamping } from './damper.ts';
import type { Faults } from './faults.ts';

/**
 * Times in ms after which a condition is a fault. EN 54-16 requires a fault warning within 100 s; offline
 * terminals are reported within 10 s.
 */
export const defaultTimes = {
  /** Offline: a terminal that reconnects at once was not lost. */
  lostMs: 5_000,
  /** Offline fire terminal: shown within 10 s of its last sign of life (the gateway waits for 8 s). */
  fireLostMs: 500,
  /** Offline after its relay came back: the relay hands its terminals over first. */
  relayBackMs: 15_000,
  /** Locked: the page may have just been opened. */
  lockedMs: 5_000,
  /** Time after the start of the server for terminals to reconnect; those that have not are lost. */
  returnMs: 30_000,
  /** Time after which a second terminal with the same code that is not seen again counts as gone. */
  duplicateMs: 60_000,
  /** Time without sound from a radio station or a capturer, which may stutter or be moved. */
  sourceMs: 30_000,
  /** Time for which a task started by an input waits for its capturer before it is withdrawn. */
  capturerMs: 120_000,
  /** Time after a missed run for terminals to return that may have played it without a link. */
  missedMs: 60_000,
  /** Connected, but without the media that it has to store. */
  unsyncedMs: 300_000,
  /** Off-delay of chattering faults. */
  offMs: defaultDamping.offMs,
};
export type FaultTimes = typeof defaultTimes;

const kinds = [
  'terminal_lost',
  'fire_device_lost',
  'terminal_silent',
  'terminal_gaps',
  'terminal_locked',
] as const;
type Kind = (typeof kinds)[number];

/** Opens and resolves faults of terminals. Returns the function that ends its timers. */
export function watchTerminals(deps: {
  faults: Faults;
  gateway: TerminalGateway;
  devices: Devices;
  directory: Directory;
  times?: Partial<FaultTimes>;
}): () => void {
  const { faults, gateway, devices, directory } = deps;
  const times = { ...defaultTimes, ...deps.times };
  const timers = new Map<string, NodeJS.Timeout>();

  function after(key: string, ms: number, act: () => void): void {
    clearTimeout(timers.get(key));
    const run = () => {
      timers.delete(key);
      act();
    };
    timers.set(key, setTimeout(run, ms).unref());
  }
  function end(kind: Kind, id: number): void {
    clearTimeout(timers.get(`${kind} ${id}`));
    timers.delete(`${kind} ${id}`);
    faults.resolve(kind, String(id));
  }

  function open(kind: Kind, id: number): void {
    const state = devices.get(id);
    if (state === undefined) return;
    // The fault is that of its relay.
    if (kind === lostKind(id) && state.behindRelay !== null) return;
    const { name, dev_name2, code, org } = state.terminal.row;
    const task = kind === 'terminal_silent' || kind === 'terminal_gaps' ? { task: state.playing.tasks } : {};
    const params = { name: dev_name2 || name, code, ...task };
    faults.open({ kind, subject: String(id), terminal_id: id, org, params });
  }

  const isFire = (id: number) => devices.get(id)?.terminal.kind === 'fire_control_device';
  const lostKind = (id: number) => (isFire(id) ? 'fire_device_lost' : 'terminal_lost');

  const ends = [
    gateway.subscribe({
      online: (link) => end(lostKind(link.terminalId), link.terminalId),
      offline(id) {
        end('terminal_silent', id);
        end('terminal_gaps', id);
        end('terminal_locked', id);
        const kind = lostKind(id);
        after(`${kind} ${id}`, isFire(id) ? times.fireLostMs : times.lostMs, () => open(kind, id));
      },
      removed(id) {
        for (const kind of kinds) end(kind, id);
        faults.terminalRemoved(id);
      },
      duplicate(code, holder, refused, terminalId) {
        const org = terminalId === null ? null : (directory.byId(terminalId)?.org ?? null);
        faults.open({
          kind: 'terminal_duplicate',
          subject: code,
          terminal_id: terminalId,
          org,
          params: { code, holder_addr: holder, refused_addr: refused },
        });
        after(`duplicate ${code}`, times.duplicateMs, () => faults.resolve('terminal_duplicate', code));
      },
    }),
    devices.subscribe({
      sound(id, sound) {
        if (sound === 'silent') open('terminal_silent', id);
        else end('terminal_silent', id);
        if (sound !== 'locked') end('terminal_locked', id);
        else after(`terminal_locked ${id}`, times.lockedMs, () => open('terminal_locked', id));
      },
      lossy(id, isLossy) {
        if (isLossy) open('terminal_gaps', id);
        else end('terminal_gaps', id);
      },
      behind(id, isBehind) {
        const kind = lostKind(id);
        if (isBehind || devices.get(id)?.online === true) return;
        after(`${kind} ${id}`, times.relayBackMs, () => open(kind, id));
      },
      // A fault is visible in the zone of its terminal.
      moved(id, before, after) {
        if (before === null || after === null || before.org === after.org) return;
        faults.terminalMoved(id, after.org);
      },
    }),
    faults.onTerminal((id, mark) => devices.setFault(id, mark)),
  ];

  // Faults from before the restart that nothing has confirmed by now are over; terminals that have not
  // returned are lost.
  after('start', times.returnMs, () => {
    for (const { kind, subject, terminal_id } of faults.allOpen()) {
      const state = terminal_id === null ? undefined : devices.get(terminal_id);
      const sound = state?.sound;
      if (kind === 'terminal_gaps' && state?.lossy !== true) faults.resolve(kind, subject);
      if (kind === 'terminal_silent' && sound !== 'silent') faults.resolve(kind, subject);
      if (kind === 'terminal_locked' && sound !== 'locked') faults.resolve(kind, subject);
      if (kind === 'terminal_duplicate' && !timers.has(`duplicate ${subject}`)) faults.resolve(kind, subject);
    }
    for (const state of devices.all()) {
      const { terminal, online } = state;
      if (online) end(lostKind(terminal.id), terminal.id);
      else if (countedAs(state) !== 'expected') open(lostKind(terminal.id), terminal.id);
    }
  });

  return () => {
    for (const each of ends) each();
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  };
}
