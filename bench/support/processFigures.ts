import { readFileSync } from 'node:fs';

/** Resident memory of a process, MB. */
export function residentMb(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

/** Memory of a process, with its part of what it shares with others (PSS), MB. */
export function proportionalMb(pid: number): number {
  const kb = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  return Number(kb) / 1024;
}

/** Metrics of the server: number of online terminals, and longest block of its event loop, ms. */
export function metricsOf(url: string) {
  let turn_ms = 0;
  async function online(): Promise<number> {
    const text = await (await fetch(`${url}/metrics`)).text();
    const read = (line: RegExp) => Number(line.exec(text)?.[1]);
    // Each reading resets it.
    turn_ms = Math.max(turn_ms, read(/^nodejs_eventloop_lag_max_seconds (\S+)/m) * 1000);
    return read(/^tocsin_terminals\{state="online"\} (\d+)/m);
  }
  return {
    online,
    /** Longest block since the last call. */
    async longestTurn(): Promise<number> {
      await online();
      const longest = turn_ms;
      turn_ms = 0;
      return longest;
    },
  };
}
