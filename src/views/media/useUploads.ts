import { uploadFile } from '../../api/files.ts';
import type { App } from '../../app.ts';
import { useApp } from '../app/AppContext.tsx';
import { createUploads, isUploading, type Uploads } from './uploads.ts';

const all = new WeakMap<App, Uploads>();

/** The uploads of this console. Leaving the page asks first while there are any; another account sees none of them. */
function uploadsOf(app: App): Uploads {
  const known = all.get(app);
  if (known !== undefined) return known;
  const uploads = createUploads({
    send: (file, groupId, onProgress) => uploadFile(app.api, file, groupId, onProgress),
    now: () => performance.now(),
  });
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

export function useUploads(): Uploads {
  return uploadsOf(useApp());
}
