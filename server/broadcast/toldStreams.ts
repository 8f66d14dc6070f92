import type { Report } from '../../contract/terminal.ts';

/** What a report says of each stream that it tells of: the level of what is heard in all. */
export function streamsOf(report: Report): (Report & { stream: number })[] {
  const { stream, beside = [] } = report;
  const others = beside.map(({ sounding, ...counts }) => ({
    ...report,
    ...counts,
    state: sounding ? report.state : ('idle' as const),
  }));
  return stream === null ? others : [{ ...report, stream }, ...others];
}
