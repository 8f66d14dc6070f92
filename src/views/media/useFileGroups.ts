import { useQuery } from '@tanstack/react-query';
import { type FileGroup, fileGroupEntity } from '../../../contract/entities/file.ts';
import { useApp, usePermission } from '../app/AppContext.tsx';

const none: FileGroup[] = [];
/** More groups than this are not offered at once. */
const most = 1000;

/** Every file group in its order; empty without the right to see them. */
export function useFileGroups(): readonly FileGroup[] {
  const { crud } = useApp();
  const may = usePermission();
  const { data } = useQuery({
    queryKey: ['rows', 'file_group', 'all'],
    queryFn: () => crud(fileGroupEntity).list({ limit: most, sort: 'position' }),
    enabled: may('list_file_group'),
  });
  return data?.rows ?? none;
}
