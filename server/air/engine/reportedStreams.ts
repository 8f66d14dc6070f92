import type { Report } from '../../../contract/protocol/terminal.ts';

/** Splits a report into one per stream that it mentions; the level is that of the sum. */
export function reportedStreams(report: Report): (Report & { stream: number })[] {
  const { stream, other_streams = [] } = report;
  const others = other_streams.map(({ sounding, ...counts }) => ({
    ...report,
    ...counts,
    state: sounding ? report.state : ('idle' as const),
  }));
  return stream === null ? others : [{ ...report, stream }, ...others];
}
