import { ForeignLink } from '../foreignLink.ts';
import type { CalledLoudspeaker } from './calledLoudspeaker.ts';

/** Question that is asked again and again: whether a loudspeaker is there. */
export interface Probe {
  end(): void;
}

/** Row of a loudspeaker, as far as its link needs it. */
export interface CalledRow {
  id: number;
  org: number | null;
  ao_volume: number;
}

/** Loudspeakers of one transport that are called. */
export interface CalledTerminals<Settings> {
  put(terminal: CalledRow, settings: Settings): void;
  volume(id: number, ao_volume: number): void;
  leave(id: number): void;
  close(): void;
}

interface Present {
  link: ForeignLink;
  loudspeaker: CalledLoudspeaker;
  probe: Probe;
  /** Undefined: not known yet. */
  isThere: boolean | undefined;
}

/** Creates the loudspeakers of a transport: each is online while its probe finds it. */
export function createCalledTerminals<Settings>(deps: {
  /** Called when a loudspeaker can be called, or cannot any more. */
  arrive(link: ForeignLink): void;
  depart(id: number): void;
  make(
    terminal: CalledRow,
    settings: Settings,
    found: (isThere: boolean) => void,
  ): { loudspeaker: CalledLoudspeaker; probe: Probe };
  /** Called when the last one has gone. */
  empty(): void;
}): CalledTerminals<Settings> {
  const present = new Map<number, Present>();

  function found(id: number, isThere: boolean): void {
    const one = present.get(id);
    if (one === undefined || one.isThere === isThere) return;
    // One that was never reached was there for a moment: its loss is a fault.
    if (isThere || one.isThere === undefined) deps.arrive(one.link);
    if (!isThere) depart(one);
    one.isThere = isThere;
  }

  function depart({ link, loudspeaker }: Present): void {
    deps.depart(link.terminalId);
    loudspeaker.reset();
  }

  function remove(id: number): boolean {
    const gone = present.get(id);
    if (gone === undefined) return false;
    gone.probe.end();
    if (gone.isThere === true) depart(gone);
    return present.delete(id);
  }

  function leave(id: number): void {
    if (remove(id) && present.size === 0) deps.empty();
  }

  return {
    put(terminal, settings) {
      const { id } = terminal;
      // What all share stays open while the settings of the only loudspeaker change.
      remove(id);
      const { loudspeaker, probe } = deps.make(terminal, settings, (isThere) => found(id, isThere));
      present.set(id, {
        ...{ link: new ForeignLink(terminal, loudspeaker), loudspeaker, probe },
        isThere: undefined,
      });
    },
    volume(id, ao_volume) {
      const one = present.get(id);
      if (one === undefined || one.link.volume === ao_volume) return;
      one.link.volume = ao_volume;
      one.loudspeaker.volumeChanged();
    },
    leave,
    close() {
      for (const id of [...present.keys()]) leave(id);
    },
  };
}
