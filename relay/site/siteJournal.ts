import type { ToldLine } from '../../contract/protocol/relaySite.ts';
import type { AlarmRow } from '../../server/air/emergency/journal/alarm.repository.ts';
import type { StoredInputs } from '../../server/air/emergency/machine/fireInputs.ts';
import { type JournalFile, openJournalFile, readJournal } from '../../server/air/journal/journalFile.ts';
import type { PendingWrites } from '../../server/air/journal/pendingWrites.ts';
import type { Subject } from '../../server/air/journal/subject.ts';
import { sameAlarms, underSame } from './sameAlarms.ts';

export interface AlarmHere {
  row: AlarmRow;
  /** True: it began at the server, which owns its row. */
  continued: boolean;
}

/** Journal of what happens while the line is cut, in a file of the data folder, until the server has it. */
export class SiteJournal {
  readonly #file: JournalFile;
  #lines: ToldLine[];
  #seq: number;
  /** Alarms that began at the server. */
  #continued = new Set<number>();
  readonly #rows = new Map<number, AlarmHere>();
  #active: StoredInputs | null = null;

  private constructor(file: JournalFile, lines: ToldLine[], told: number) {
    this.#file = file;
    const same = lines.flatMap((line) => line.same ?? []);
    this.#lines = underSame(lines, same).filter(({ seq }) => seq > told);
    // The clock is far ahead of the number of lines, so that numbers of a lost file are not used again.
    this.#seq = Math.max(told, Date.now(), this.#lines.at(-1)?.seq ?? 0);
    for (const line of this.#lines) this.#keep(line);
  }

  /** @param told last line that the server has */
  static async open(
    dataDir: string,
    told: number,
    log: { error(details: object, message: string): void },
  ): Promise<SiteJournal> {
    const lines = (await readJournal(dataDir)) as unknown as ToldLine[];
    return new SiteJournal(await openJournalFile(dataDir, log), lines, told);
  }

  /** Lines that the server does not have, as far as it is known. */
  get lines(): readonly ToldLine[] {
    return this.#lines;
  }

  /** Active inputs of these lines, as they were last; null: no input has changed. */
  get activeInputs(): StoredInputs | null {
    return this.#active;
  }

  /** Alarms of these lines, as they were last. */
  get alarms(): AlarmHere[] {
    return [...this.#rows.values()];
  }

  /** Sets the alarms that began at the server. */
  continues(alarms: Iterable<number>): void {
    this.#continued = new Set(alarms);
  }

  add(of: Subject, part: Partial<PendingWrites>): void {
    const isContinued = of.startsWith('alarm') && this.#continued.has(Number(of.split(' ')[1]));
    const copy = structuredClone(part) as Record<string, unknown>;
    this.#put({ of: of === 'site' ? null : of, part: copy, ...(isContinued ? { continued: true } : {}) });
  }

  played(run: NonNullable<ToldLine['played']>): void {
    this.#put({ of: null, played: run });
  }

  volume(change: NonNullable<ToldLine['volume']>): void {
    this.#put({ of: null, volume: change });
  }

  /** Writes of this journal never wait: the server stores them later. */
  stored(): Promise<void> {
    return Promise.resolve();
  }

  safe(): Promise<void> {
    return this.#file.safe();
  }

  inputs(inputs: StoredInputs): void {
    this.#put({ of: null, inputs });
  }

  /**
   * Takes alarms that began here for those that the server had begun already for the same input, before they are told.
   *
   * @param running alarms that run at the server, then those that are over there
   * @returns true if there are any; `safe` resolves when a restart finds them
   */
  unite(running: readonly AlarmRow[]): boolean {
    const all = sameAlarms(this.alarms, running);
    for (const same of all) this.#put({ of: null, same });
    this.#lines = underSame(this.#lines, all);
    const here = this.alarms;
    this.#rows.clear();
    for (const { row, continued } of here) {
      const id = all.find(({ alarm }) => alarm === row.id)?.is;
      if (id === undefined) this.#rows.set(row.id, { row, continued });
      else this.#rows.set(id, { row: { ...row, id }, continued: true });
    }
    return all.length > 0;
  }

  /** Forgets the lines that the server has stored. */
  taken(told: number): void {
    this.#lines = this.#lines.filter(({ seq }) => seq > told);
    if (this.#lines.length > 0) return;
    this.#rows.clear();
    this.#active = null;
    this.#file.clear();
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #put(line: Omit<ToldLine, 'seq'>): void {
    const full = { seq: ++this.#seq, ...line };
    this.#lines.push(full);
    this.#keep(full);
    this.#file.add(full as unknown as Parameters<JournalFile['add']>[0]);
  }

  #keep({ part, inputs, continued = false }: ToldLine): void {
    this.#active = inputs ?? this.#active;
    const row = part?.row as AlarmRow | null | undefined;
    if (row == null) return;
    this.#rows.delete(row.id);
    this.#rows.set(row.id, { row, continued });
  }
}
