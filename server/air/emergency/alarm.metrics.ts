import { Counter, Gauge, type Registry } from 'prom-client';
import { alarmState } from '../../../contract/codes.ts';
import type { Journal } from '../journal/journal.ts';
import type { Alarms } from './machine/alarmsApi.ts';
import type { RunningAlarm } from './machine/runningAlarm.ts';

/** Prometheus counters of alarms. */
export interface AlarmCounters {
  /** Called after every change of an alarm; `over`: it has ended. */
  changed(alarm: RunningAlarm, over: boolean): void;
  /**
   * Sets the alarms to count. Alarms resumed after a restart do not count as begun again; counting starts
   * here.
   */
  follow(alarms: Pick<Alarms, 'all'>): void;
}

const kindOf = ({ isDrill }: RunningAlarm) => (isDrill ? 'drill' : 'real');
const states = [alarmState.starting, alarmState.alarming, alarmState.reset];
const kinds = ['real', 'drill'];

/** Registers the metrics of alarms and of journal entries that are not in the database. */
export function alarmMetrics(metrics: Registry, journal: Pick<Journal, 'waiting'>): AlarmCounters {
  const registers = [metrics];
  let alarms: Pick<Alarms, 'all'> | null = null;
  /** Alarms already counted as begun, and as reset. */
  const begun = new Set<number>();
  const reset = new Set<number>();
  new Gauge({
    name: 'tocsin_alarms',
    help: 'Current alarms, by state; drills apart from real alarms',
    labelNames: ['state', 'kind'],
    registers,
    collect() {
      for (const state of states) for (const kind of kinds) this.set({ state, kind }, 0);
      for (const alarm of alarms?.all() ?? []) this.inc({ state: alarm.row.state, kind: kindOf(alarm) });
    },
  });
  const begins = new Counter({
    name: 'tocsin_alarms_begun_total',
    help: 'Alarms started since the start of the server; drills apart from real alarms',
    labelNames: ['kind'],
    registers,
  });
  const resets = new Counter({
    name: 'tocsin_alarms_reset_total',
    help: 'Alarms reset or stopped since the start of the server; drills apart from real alarms',
    labelNames: ['kind'],
    registers,
  });
  for (const kind of kinds) for (const counter of [begins, resets]) counter.inc({ kind }, 0);
  new Gauge({
    name: 'tocsin_journal_waiting_lines',
    help: 'Alarm events not yet stored in the database; while it is unavailable they are kept in a file',
    registers,
    collect() {
      this.set(journal.waiting());
    },
  });
  return {
    changed(alarm, over) {
      if (alarms === null) return;
      if (!begun.has(alarm.id)) begins.inc({ kind: kindOf(alarm) });
      begun.add(alarm.id);
      const isReset = over || alarm.row.state === alarmState.reset;
      if (isReset && !reset.has(alarm.id)) {
        reset.add(alarm.id);
        resets.inc({ kind: kindOf(alarm) });
      }
      if (!over) return;
      begun.delete(alarm.id);
      reset.delete(alarm.id);
    },
    follow(now) {
      alarms = now;
      for (const { id, row } of now.all()) {
        begun.add(id);
        if (row.state === alarmState.reset) reset.add(id);
      }
    },
  };
}
