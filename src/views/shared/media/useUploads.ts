import { uploadFile } from '../../../api/files.ts';
import type { App } from '../../../app.ts';
import { useApp } from '../../app/AppContext.tsx';
import { createUploads, isUploading, type Uploads, type UploadsDeps } from './uploads.ts';

/**
 * Creates the upload hook of one library, with one queue per app. Leaving the page asks first while uploads
 * are in progress; another account sees none of them. To be called at module level.
 */
export function uploadsHook(sendBy: (app: App) => UploadsDeps['send']): () => Uploads {
  const all = new WeakMap<App, Uploads>();
  function uploadsOf(app: App): Uploads {
    const known = all.get(app);
    if (known !== undefined) return known;
    const uploads = createUploads({ send: sendBy(app), now: () => performance.now() });
    window.addEventListener('beforeunload', (event) => {
      if (isUploading(uploads.items$.value)) event.preventDefault();
    });
    let user = app.session.getSnapshot().context.user?.id;
    app.session.subscribe(({ context }) => {
      if (context.user?.id === user) return;
      user = context.user?.id;
      uploads.reset();
    });
    all.set(app, uploads);
    return uploads;
  }
  return () => uploadsOf(useApp());
}

/** Uploads of music files. */
export const useUploads = uploadsHook(
  (app) => (file, to, onProgress) => uploadFile(app.api, file, to, onProgress),
);
