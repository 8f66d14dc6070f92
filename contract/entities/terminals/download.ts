import { z } from 'zod';
import { fieldText } from '../../rules/fieldText.ts';

/** A file of a program, in the folder `downloads` of the server's data. */
export const downloadFile = z.object({
  name: z.string().describe('Name of the file.'),
  size: z.number().int().describe(fieldText.size),
  sha256: z.string().describe(fieldText.sha256),
});

/** A program of the brand's download list, or the headless terminal of this version, with its available files, for example one per operating system. */
export const downloadEntry = z.object({
  program: z
    .enum(['management_client', 'sub_control_client', 'headless_terminal'])
    .describe('Program: `management_client`, `sub_control_client` or `headless_terminal`.'),
  version: z.string().describe(fieldText.version),
  date: z.string().describe('Date of the version, YYYY-MM-DD.'),
  files: z.array(downloadFile).describe('Files of the program, one for each system.'),
});
export type DownloadEntry = z.output<typeof downloadEntry>;

/** Value of `GET /v1/download`. */
export const downloadList = z.object({
  programs: z.array(downloadEntry).describe('Programs that can be downloaded.'),
});
export type DownloadList = z.output<typeof downloadList>;

/** Common beginning of the file names of an entry; a dot, dash or underscore and the rest follow. */
export function downloadStem({ program, version }: Pick<DownloadEntry, 'program' | 'version'>): string {
  return `${program}-${version}`;
}
