import type { Fault } from '../../../contract/entities/terminals/fault.ts';
import type { Site } from '../terminals/site.ts';

/** Fault of a kind and subject in the live topic, if there is one. */
export function openFault(site: Pick<Site, 'deps'>, kind: string, subject: string | number) {
  return site.deps.live
    .topic<Fault>('fault')
    .snapshot()
    .find((fault) => fault.kind === kind && fault.subject === String(subject));
}
