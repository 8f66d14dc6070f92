import type { UpgradeFile } from '../../../../contract/entities/terminals/upgrade.ts';
import { upload } from '../../../api/upload.ts';
import { uploadsHook } from '../../shared/media/useUploads.ts';

/** Uploads of upgrade packages: one file per request, refused as a whole. */
export const usePackageUploads = uploadsHook((app) => (file, _group, onProgress) => {
  const { result, cancel } = upload<UpgradeFile>(app.api, '/v1/upgrade_file/upload', file, onProgress, {
    quiet: true,
  });
  return { result: result.then(() => ({ files: [{ ok: true, message: '' }] })), cancel };
});
