import { subjects } from './packing.ts';

const NO_LOSS = 65_535;
const NO_LEVEL = -32_768;
const power = (db: number) => 10 ** (db / 10);

/**
 * Sums over terminals and time, of a zone or a broadcast: seconds of terminals by state, and sums for the means
 * of loss and level. Sums of parts add up to the sums of the whole.
 */
export class Sums {
  /** Seconds of terminals, all and by state. */
  terminalS = 0;
  soundingS = 0;
  silentS = 0;
  offlineS = 0;
  lossyS = 0;
  /** Weighted loss, percent seconds, and its seconds. */
  #loss = 0;
  #lossS = 0;
  /** Weighted power, and its seconds. */
  #power = 0;
  #powerS = 0;

  takeLoss(pct: number, seconds: number): void {
    this.#loss += pct * seconds;
    this.#lossS += seconds;
  }

  takeLevel(db: number, seconds: number): void {
    this.#power += power(db) * seconds;
    this.#powerS += seconds;
  }

  add(other: Sums): void {
    this.terminalS += other.terminalS;
    this.soundingS += other.soundingS;
    this.silentS += other.silentS;
    this.offlineS += other.offlineS;
    this.lossyS += other.lossyS;
    this.#loss += other.#loss;
    this.#lossS += other.#lossS;
    this.#power += other.#power;
    this.#powerS += other.#powerS;
  }

  /** Mean loss, percent; null: nothing was due. */
  get lossPct(): number | null {
    return this.#lossS === 0 ? null : this.#loss / this.#lossS;
  }

  /** Level of the mean power, dBFS; null: nothing sounded. */
  get levelDb(): number | null {
    return this.#powerS === 0 ? null : 10 * Math.log10(this.#power / this.#powerS);
  }

  /** Encodes the sums of a minute or an hour. @param scale factor of the seconds, for a minute not seen whole */
  record(scale = 1): Uint8Array {
    const record = Buffer.alloc(subjects.zone.bytes);
    const seconds = [this.terminalS, this.soundingS, this.silentS, this.offlineS, this.lossyS];
    for (const [i, value] of seconds.entries())
      record.writeUInt32LE(Math.min(0xffff_ffff, Math.round(value * scale)), 4 * i);
    const { lossPct, levelDb } = this;
    record.writeUInt16LE(lossPct === null ? NO_LOSS : Math.round(lossPct * 100), 20);
    record.writeInt16LE(levelDb === null ? NO_LEVEL : Math.max(-2000, Math.round(levelDb * 10)), 22);
    return record;
  }

  /** Adds encoded sums; means are weighted by the seconds that sounded. */
  addRecord(record: Buffer): void {
    const sounding = record.readUInt32LE(4);
    this.terminalS += record.readUInt32LE(0);
    this.soundingS += sounding;
    this.silentS += record.readUInt32LE(8);
    this.offlineS += record.readUInt32LE(12);
    this.lossyS += record.readUInt32LE(16);
    const loss = record.readUInt16LE(20);
    const level = record.readInt16LE(22);
    if (loss !== NO_LOSS) this.takeLoss(loss / 100, Math.max(1, sounding));
    if (level !== NO_LEVEL) this.takeLevel(level / 10, Math.max(1, sounding));
  }
}
