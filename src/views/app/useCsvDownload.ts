import type { z } from 'zod';
import type { siteInfo } from '../../../contract/entities/systemConfig.ts';
import { ApiError } from '../../api/error.ts';
import { download } from '../kit/grid/csv.ts';
import { useApp } from './AppContext.tsx';

/** Saves a table that was made here as a file, named like the server's exports: the enterprise code first (design 11). */
export function useCsvDownload(): (name: string, text: string) => Promise<void> {
  const { api } = useApp();
  return async (name, text) => {
    try {
      const site = await api.get<z.output<typeof siteInfo>>('/v1/site', {}, { quiet: true });
      download([site.enterprise_code, name].filter(Boolean).join(' '), text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // What is on the screen can be saved without the server too.
      download(name, text);
    }
  };
}
