import { type ReactNode, useState } from 'react';
import type { PlainHttp } from '../../../../contract/entities/site/plainHttp.ts';
import { useApp } from '../../app/AppContext.tsx';
import { HttpsOnlyDialog, needsQuestion } from './HttpsOnlyDialog.tsx';

/**
 * Asks before `https_only` is switched on, where that ends anything or secrets were exposed. `confirm` resolves false
 * if the person cancels; by plain HTTP it does not ask, because the server refuses the change with the reason.
 */
export function useConfirmHttpsOnly(): { confirm(): Promise<boolean>; question: ReactNode } {
  const { api } = useApp();
  const [open, setOpen] = useState<{ plain: PlainHttp; answer: (is: boolean) => void } | null>(null);
  return {
    async confirm() {
      const plain = await api.get<PlainHttp>('/v1/sys/plain_http', undefined, { quiet: true });
      if (!plain.secure || !needsQuestion(plain)) return true;
      return new Promise<boolean>((resolve) => {
        const answer = (is: boolean) => {
          setOpen(null);
          resolve(is);
        };
        setOpen({ plain, answer });
      });
    },
    question: open && (
      <HttpsOnlyDialog
        plain={open.plain}
        onConfirm={() => open.answer(true)}
        onClose={() => open.answer(false)}
      />
    ),
  };
}
