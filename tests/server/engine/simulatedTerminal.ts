import type { ToTerminal } from '../../../contract/protocol/terminal.ts';
import { LinkLead } from '../../../server/site/terminals/gateway/linkLead.ts';
import { type Fault, Simulation } from '../../terminal/support/simulation.ts';
import { type FakeAir, settled } from './fakeAir.ts';
import { FakeTerminal } from './fakeTerminal.ts';

const STEP_MS = 10;
const TICK_MS = 50;

/** Terminal of this repository behind a simulated link, connected to the engine of a `FakeAir`. */
export class SimulatedTerminal extends FakeTerminal {
  readonly simulation: Simulation;
  readonly #lead = new LinkLead();
  #taken = 0;

  constructor(air: FakeAir, id: number, fault: Fault) {
    super(id, () => air.clock.now());
    this.simulation = new Simulation({ seed: id, ...fault });
    this.simulation.mediaBase = air.clock.now();
  }

  override send(message: ToTerminal): void {
    super.send(message);
    this.simulation.send(message);
  }

  override sendAudio(bytes: Uint8Array): void {
    super.sendAudio(bytes);
    this.simulation.send(bytes);
  }

  /** Passes its new reports to the engine. */
  hand(air: FakeAir): void {
    for (; this.#taken < this.simulation.reports.length; this.#taken++) {
      const one = this.simulation.reports[this.#taken];
      if (one === undefined) continue;
      this.#lead.take(one);
      this.leadUs = this.#lead.us;
      air.report(this.terminalId, one);
    }
  }
}

/** Site of simulated terminals, one for each fault, whose clocks have settled. Times of all are the same. */
export async function simulatedSite(air: FakeAir, faults: readonly Fault[]): Promise<SimulatedTerminal[]> {
  const all = faults.map((fault, i) => new SimulatedTerminal(air, i + 1, fault));
  for (const one of all) air.connect(one.terminalId, one);
  await passTogether(air, all, 6_000);
  return all;
}

/** Advances engine and terminals together. */
export async function passTogether(
  air: FakeAir,
  all: readonly SimulatedTerminal[],
  ms: number,
): Promise<void> {
  for (let passed = STEP_MS; passed <= ms; passed += STEP_MS) {
    air.time.ms += STEP_MS;
    for (const one of all) {
      one.simulation.run(STEP_MS / 1000);
      one.hand(air);
    }
    if (passed % TICK_MS !== 0) continue;
    air.engine.tick();
    await settled();
  }
}
