import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { CapMapping } from '../../../contract/entities/site/integration.ts';
import { Mappings } from '../../../src/views/system/integrations/Mappings.tsx';
import { createTestProviders } from '../testProviders.tsx';

test('a rule of an earlier version is shown without a place, and can be given one', () => {
  const { Providers } = createTestProviders({ answer: () => null });
  let seen: readonly CapMapping[] = [];
  function Form() {
    const [value, setValue] = useState<CapMapping[]>([
      { event: 'Flood', severity: 'Severe', area: 'Kern', alarm_plan: 7 },
    ]);
    seen = value;
    return <Mappings value={value} onChange={setValue} />;
  }
  render(
    <Providers>
      <Form />
    </Providers>,
  );
  const place = screen.getByRole<HTMLInputElement>('textbox', { name: 'Place: latitude, longitude' });
  expect(place.value).toBe('');
  fireEvent.change(place, { target: { value: '31.2304, 121.4737' } });
  expect(seen).toEqual([
    { event: 'Flood', severity: 'Severe', area: 'Kern', place: '31.2304, 121.4737', alarm_plan: 7 },
  ]);
});
