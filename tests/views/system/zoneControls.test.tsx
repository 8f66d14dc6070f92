import { fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { ZoneControl } from '../../../contract/entities/site/zoneControl.ts';
import { ZoneControls } from '../../../src/views/system/integrations/ZoneControls.tsx';
import { ok } from '../../support/fakeServer.ts';
import { createTestProviders } from '../testProviders.tsx';

const names: Record<string, string> = { partition: 'Yard', file: 'Gong', scheduled_task: 'Bell' };

test('a zone is added with its sound and its task, and removed', async () => {
  const { Providers } = createTestProviders({
    answer: ({ path }) => {
      const entity = path.split('/')[2] ?? '';
      const row = { id: Object.keys(names).indexOf(entity) + 11, name: names[entity] };
      return names[entity] === undefined ? null : ok(/\d$/.test(path) ? row : { rows: [row], total: 1 });
    },
  });
  let seen: ZoneControl[] = [];
  function Form() {
    const [value, setValue] = useState<ZoneControl[]>([]);
    seen = value;
    return <ZoneControls value={value} onChange={setValue} />;
  }
  render(
    <Providers>
      <Form />
    </Providers>,
  );
  const choose = async (field: string, name: string) => {
    const boxes = screen.getAllByRole('combobox', { name: field });
    fireEvent.click(boxes.at(-1) as HTMLElement);
    fireEvent.click(await screen.findByRole('option', { name }));
  };
  const add = () => fireEvent.click(screen.getByRole('button', { name: 'Add zone' }));
  add();
  expect(seen).toEqual([{ zone: 0, file: null, scheduled_task: null }]);
  await choose('Zone', 'Yard');
  await choose('Sound of the siren', 'Gong');
  expect(seen).toEqual([{ zone: 11, file: 12, scheduled_task: null }]);
  add();
  await choose('Zone', 'Yard');
  await choose('Scheduled task', 'Bell');
  expect(seen).toEqual([
    { zone: 11, file: 12, scheduled_task: null },
    { zone: 11, file: null, scheduled_task: 13 },
  ]);
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete' })[0] as HTMLElement);
  expect(seen).toEqual([{ zone: 11, file: null, scheduled_task: 13 }]);
});
