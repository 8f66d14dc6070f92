import type { z } from 'zod';
import type { siteInfo } from '../../../contract/entities/site/systemConfig.ts';
import { ApiError } from '../../api/error.ts';
import { useApp } from './AppContext.tsx';
import { download } from './csv.ts';

/**
 * Returns a function that saves a table made here as a file, named like the server's exports: the enterprise
 * code first.
 */
export function useCsvDownload(): (name: string, text: string) => Promise<void> {
  const { api } = useApp();
  return async (name, text) => {
    try {
      const site = await api.get<z.output<typeof siteInfo>>('/v1/site', {}, { quiet: true });
      download([site.enterprise_code, name].filter(Boolean).join(' '), text);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Saving the data on the screen needs no server.
      download(name, text);
    }
  };
}
