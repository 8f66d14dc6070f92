import { useWatch } from 'react-hook-form';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { ConnectedFields } from './ConnectedFields.tsx';
import { MulticastFields } from './MulticastFields.tsx';
import { PageFields } from './PageFields.tsx';
import { SipFields } from './SipFields.tsx';

/** Fields for the transport of a loudspeaker of another make, below `foreign`. */
export function ForeignFields({ form, isNew = false }: { form: TerminalFormControls; isNew?: boolean }) {
  const transport: unknown = useWatch({ control: form.control, name: 'foreign.transport' });
  if (transport === 'sip') return <SipFields form={form} />;
  if (transport === 'vapix' || transport === 'onvif')
    return <ConnectedFields form={form} transport={transport} isNew={isNew} />;
  return transport === 'group_page' ? <PageFields form={form} /> : <MulticastFields form={form} />;
}
