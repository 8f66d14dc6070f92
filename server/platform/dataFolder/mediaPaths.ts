import { join } from 'node:path';

/** Suffix of a file's folder while its row is not committed, and once it is deleted. */
export const UNCOMMITTED = 'uncommitted';
export const DELETED = 'deleted';

/** Uploaded bytes, in the file's folder. */
export const ORIGINAL_FILE = 'original';

/** Paths of media in the data folder. The folder of a file is named by its id and removed with its row. */
export function mediaPaths(dataDir: string) {
  const root = join(dataDir, 'media');
  const files = join(root, 'file');
  return {
    dataDir,
    /** Uploads that are not accepted yet; emptied at every start. */
    incoming: join(root, 'incoming'),
    files,
    speech: join(root, 'speech'),
    /** Folders without a row, moved aside at a start. */
    unknown: join(root, 'unknown'),
    uncommitted: (id: number) => join(files, `${id}.${UNCOMMITTED}`),
    deleted: (id: number) => join(files, `${id}.${DELETED}`),
    fileDir: (id: number) => join(files, String(id)),
    /** Uploaded bytes. */
    original: (id: number) => join(files, String(id), ORIGINAL_FILE),
    /** Folder of the programme. */
    programme: (id: number) => join(files, String(id), 'programme'),
    /** Folder of the programme relative to the data folder, as a broadcast stores it. */
    programmeRelative: (id: number) => `media/file/${id}/programme`,
    speechRelative: (key: string) => `media/speech/${key}`,
    toneRelative: (name: string) => `media/tone/${name}`,
  };
}
export type MediaPaths = ReturnType<typeof mediaPaths>;
