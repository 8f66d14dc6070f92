import { z } from 'zod';

/** A file of a program, in the folder `downloads` of the server's data. */
export const downloadFile = z.object({
  name: z.string(),
  /** Bytes. */
  size: z.number().int(),
  /** Hex. */
  sha256: z.string(),
});

/** A program of the brand's download list (spec 2, 9), with the files that there are of it: none, one for each system. */
export const downloadEntry = z.object({
  program: z.enum(['management_client', 'sub_control_client']),
  version: z.string(),
  /** YYYY-MM-DD. */
  date: z.string(),
  files: z.array(downloadFile),
});
export type DownloadEntry = z.output<typeof downloadEntry>;

/** Value of `GET /v1/download`. */
export const downloadList = z.object({ programs: z.array(downloadEntry) });
export type DownloadList = z.output<typeof downloadList>;

/** How the files of an entry are called: this, and what follows after a dot, a dash or an underscore. */
export function downloadStem({ program, version }: Pick<DownloadEntry, 'program' | 'version'>): string {
  return `${program}-${version}`;
}
