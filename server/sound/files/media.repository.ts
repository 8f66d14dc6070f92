import { sql } from 'drizzle-orm';
import { fileEntity, fileGroupEntity, type MediaFile } from '../../../contract/entities/sound/file.ts';
import { type LibraryRow, type LibraryStore, libraryStore } from '../library/library.repository.ts';
import { file, fileGroup, fileGroupMember } from './file.table.ts';

export type FileRow = LibraryRow & MediaFile & { sha256: string; uploaded_by: number | null };

export const files: LibraryStore<FileRow> = libraryStore<FileRow>(
  {
    items: file,
    link: fileGroupMember,
    groups: fileGroup,
    defaultSort: '-uploaded_at',
    computed: {
      uploaded_by_name: sql`coalesce((select a.name from account a where a.id = file.uploaded_by), '')`,
    },
  },
  fileEntity,
  fileGroupEntity,
);
