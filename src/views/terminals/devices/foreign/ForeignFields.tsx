import { useWatch } from 'react-hook-form';
import type { TerminalFormControls } from '../TerminalForm.tsx';
import { MulticastFields } from './MulticastFields.tsx';
import { SipFields } from './SipFields.tsx';

/** Fields for the transport of a loudspeaker of another make, below `foreign`. */
export function ForeignFields({ form }: { form: TerminalFormControls }) {
  const transport: unknown = useWatch({ control: form.control, name: 'foreign.transport' });
  return transport === 'sip' ? <SipFields form={form} /> : <MulticastFields form={form} />;
}
