import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { DialledCode } from '../../../contract/entities/site/dialPlan.ts';
import { DialPlan } from '../../../src/views/system/integrations/DialPlan.tsx';
import { PeersInput } from '../../../src/views/system/integrations/PeersInput.tsx';
import { createTestProviders } from '../testProviders.tsx';

const pinField = (index: number) => screen.getAllByLabelText<HTMLInputElement>('PIN')[index];
const codeField = (index: number) =>
  screen.getAllByRole<HTMLInputElement>('textbox').filter((one) => one.inputMode === 'numeric')[index];
const change = (field: HTMLElement | undefined, value: string) =>
  fireEvent.change(field as HTMLElement, { target: { value } });

test('a typed PIN stays with its code, a stored one is not shown, and both go with their row', () => {
  const { Providers } = createTestProviders();
  const code = { zone: null, file: null, scheduled_task: null, alarm_plan: null };
  const seen: { plan: DialledCode[]; pins: Record<string, string> } = {
    plan: [
      { code: '1', action: 'all_call', ...code },
      { code: '2', action: 'page', ...code },
    ],
    pins: {},
  };
  function Form() {
    const [plan, setPlan] = useState(seen.plan);
    const [pins, setPins] = useState<Record<string, string>>({});
    Object.assign(seen, { plan, pins });
    return <DialPlan value={plan} onChange={setPlan} pins={pins} onPins={setPins} stored={new Set(['1'])} />;
  }
  render(
    <Providers>
      <Form />
    </Providers>,
  );
  expect(pinField(0)?.value).toBe('');
  expect(pinField(0)?.placeholder).not.toBe(pinField(1)?.placeholder);
  change(pinField(1), '4711');
  change(codeField(1), '2a9');
  expect(seen.plan[1]?.code).toBe('29');
  expect(seen.pins).toEqual({ 29: '4711' });
  fireEvent.click(screen.getAllByTitle(/删除|Delete/)[1] as HTMLElement);
  expect(seen.pins).toEqual({});
  expect(seen.plan.map((one) => one.code)).toEqual(['1']);
});

test('addresses are typed with commas and kept as they are typed', () => {
  const { Providers } = createTestProviders();
  let seen: string[] = [];
  function Form() {
    const [peers, setPeers] = useState(['10.0.0.5']);
    seen = peers;
    return <PeersInput value={peers} onChange={setPeers} />;
  }
  render(
    <Providers>
      <Form />
    </Providers>,
  );
  const field = screen.getByRole<HTMLInputElement>('textbox');
  change(field, '10.0.0.5, 10.0.0.6,');
  expect(seen).toEqual(['10.0.0.5', '10.0.0.6']);
  expect(field.value).toBe('10.0.0.5, 10.0.0.6,');
  fireEvent.blur(field);
  expect(field.value).toBe('10.0.0.5, 10.0.0.6');
});
