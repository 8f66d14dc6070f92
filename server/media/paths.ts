import { join } from 'node:path';

/** End of the name of a file's folder while its row is not committed, and once it is deleted. */
export const UNCOMMITTED = 'uncommitted';
export const DELETED = 'deleted';

/** The bytes that were uploaded, in the file's folder. */
export const ORIGINAL_FILE = 'original';

/** Where media lie in the data folder. A file's own folder bears its id and goes with its row. */
export function mediaPaths(dataDir: string) {
  const root = join(dataDir, 'media');
  const files = join(root, 'file');
  return {
    dataDir,
    /** Uploads that are not accepted yet; emptied at every start. */
    incoming: join(root, 'incoming'),
    files,
    speech: join(root, 'speech'),
    /** Folders that no row knows, moved aside at a start. */
    unknown: join(root, 'unknown'),
    uncommitted: (id: number) => join(files, `${id}.${UNCOMMITTED}`),
    deleted: (id: number) => join(files, `${id}.${DELETED}`),
    fileDir: (id: number) => join(files, String(id)),
    /** The bytes that were uploaded. */
    original: (id: number) => join(files, String(id), ORIGINAL_FILE),
    /** Folder of the programme. */
    programme: (id: number) => join(files, String(id), 'programme'),
    /** The same, relative to the data folder, as a broadcast keeps it. */
    programmeRelative: (id: number) => `media/file/${id}/programme`,
    speechRelative: (key: string) => `media/speech/${key}`,
    toneRelative: (name: string) => `media/tone/${name}`,
  };
}
export type MediaPaths = ReturnType<typeof mediaPaths>;
