import { PACKET_US } from '../../../contract/protocol/audio.ts';
import { Simulation } from './simulation.ts';

/** A simulation in which stream 1 has played for a second. @param addresses servers of the system */
export function playing(addresses: string[] = []): { simulation: Simulation; from: number } {
  const simulation = new Simulation();
  simulation.addresses = addresses;
  simulation.run(1);
  const from = simulation.media + 200_000;
  simulation.open(1, from);
  simulation.sendProgramme(1, from, from + 100 * PACKET_US);
  simulation.run(1.2);
  return { simulation, from };
}
