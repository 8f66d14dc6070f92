import { audioSource, playStatus } from '../../../../contract/codes.ts';
import type { EngineDeps } from '../broadcast.ports.ts';
import type { ClaimTable } from '../claimTable.ts';
import { explainClaim } from '../explainTarget.ts';
import type { Broadcast } from './broadcast.ts';

/** Sources of silence and of the self-test tone: a terminal that plays them counts as quiet. */
const quietSources: ReadonlySet<number> = new Set([audioSource.none, audioSource.controlTask]);

/** Task and state that the console shows for a terminal. */
export interface ShownPlaying {
  /**
   * Shows what a terminal plays: of the two broadcasts that it may play, the first that is not paused.
   */
  show(terminal: number, heard: readonly Broadcast[]): void;
  /**
   * Remembers that a person stopped the sound at terminals, until something new plays there.
   *
   * @param task name of the task that played
   */
  stoppedByHand(terminals: Iterable<number>, task: string): void;
  forget(terminal: number): void;
}

/** Creates it for the terminals of an engine. */
export function createShownPlaying(
  deps: Pick<EngineDeps, 'setPlaying' | 'clock'>,
  claims: ClaimTable,
  find: (id: number) => Broadcast | undefined,
): ShownPlaying {
  /** Terminals that a person silenced, with the name of the task that played. */
  const stopped = new Map<number, string>();

  return {
    show(terminal, heard) {
      const holder = heard.find((b) => !b.paused) ?? heard[0];
      if (holder !== undefined) {
        stopped.delete(terminal);
        deps.setPlaying(terminal, {
          play_status: holder.status,
          isUrgent: holder.urgent,
          levelAt: (us) => holder.stream.levelAt(us),
          nowUs: () => deps.clock.now(),
          isQuiet: quietSources.has(holder.row.audio_source),
          task_id: holder.id,
          tasks: holder.row.name,
          reason: explainClaim(holder, claims.standing(holder.id, terminal), find),
          volume: holder.row.volume,
        });
        return;
      }
      const task = stopped.get(terminal);
      const byHand = task !== undefined;
      deps.setPlaying(terminal, {
        play_status: byHand ? playStatus.manualStop : playStatus.free,
        task_id: null,
        tasks: '',
        reason: byHand ? { key: 'stopped', params: { task } } : { key: 'free', params: {} },
      });
    },
    stoppedByHand(terminals, task) {
      for (const terminal of terminals) stopped.set(terminal, task);
    },
    forget: (terminal) => void stopped.delete(terminal),
  };
}
