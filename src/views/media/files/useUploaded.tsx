import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { usePermission } from '../../app/AppContext.tsx';
import { useDone } from '../../kit/action/useDone.tsx';
import { isUploading, type Uploads } from '../../shared/media/uploads.ts';

/** Says that uploads are finished, with the start of a broadcast as the next step. */
export function useUploaded(uploads: Uploads) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = usePermission();
  const { line, show } = useDone();
  const finished = (files: number) =>
    show({
      text: t('file.uploaded', { files }),
      steps: [
        {
          key: 'start',
          label: t('file.startWithThem'),
          leads: true,
          reason: may('operate_real_time_task') ? undefined : t('kit.noRight'),
          onPress: async () => navigate('/menu_task_status?new=1'),
        },
      ],
    });
  const latest = useRef(finished);
  latest.current = finished;
  useEffect(() => {
    let wasUploading = false;
    const items = uploads.items$.subscribe((now) => {
      const files = now.filter(({ state }) => state === 'done').length;
      if (wasUploading && !isUploading(now) && files > 0) latest.current(files);
      wasUploading = isUploading(now);
    });
    return () => items.unsubscribe();
  }, [uploads]);
  return line;
}
