import { createContext, type ReactNode, useContext } from 'react';
import type { MessageCentre } from './messages.ts';

const Context = createContext<MessageCentre | null>(null);

export function MessagesProvider(props: { centre: MessageCentre; children: ReactNode }) {
  return <Context.Provider value={props.centre}>{props.children}</Context.Provider>;
}

/** Returns the message centre: `add('done', t('…'))` shows a toast and keeps the message. */
export function useMessages(): MessageCentre {
  const centre = useContext(Context);
  if (centre === null) throw new Error('useMessages outside MessagesProvider');
  return centre;
}
