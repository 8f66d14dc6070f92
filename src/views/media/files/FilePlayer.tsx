import { fileAddress } from '../../../api/files.ts';
import { useApp } from '../../app/AppContext.tsx';
import { PlayerBar } from '../../kit/player/PlayerBar.tsx';
import type { LibraryRow } from './useLiveFiles.ts';

/** Player for a file of the library; null: no file. */
export function FilePlayer({ file, onClose }: { file: LibraryRow | null; onClose: () => void }) {
  const { api } = useApp();
  if (file === null) return null;
  return (
    <PlayerBar
      key={file.id}
      title={file.name}
      seconds={(file.duration_ms ?? 0) / 1000}
      load={() => fileAddress(api, file.id, 'listen', { quiet: true })}
      onClose={onClose}
    />
  );
}
