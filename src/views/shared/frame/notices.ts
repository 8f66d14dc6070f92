import i18next from 'i18next';
import type { Observable } from 'rxjs';
import { messageText } from '../../../../contract/api/errors.ts';
import { toLanguage } from '../../../../contract/language.ts';
import type { Notice } from '../../../machines/notice.ts';
import type { MessageCentre, MessageKind } from '../../kit/messages/messages.ts';

const kind: Record<Notice['tone'], MessageKind> = {
  error: 'error',
  warning: 'warning',
  success: 'done',
  info: 'info',
};

/** Shows notices of the machines as toasts and in the message centre. */
export function connectNotices(notices$: Observable<Notice>, centre: MessageCentre): void {
  notices$.subscribe(({ tone, key, text }) => {
    const words = key === undefined ? text : messageText(key, toLanguage(i18next.language));
    if (words !== undefined && words !== '') centre.add(kind[tone], words);
  });
}
