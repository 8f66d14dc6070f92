import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import type { LinkageTaskLive } from '../../../contract/entities/tasks/linkageTask.ts';
import { ElsewhereNote } from '../../../src/views/emergency/linkageTasks/ElsewhereNote.tsx';
import { LibraryDiffers } from '../../../src/views/emergency/linkageTasks/LibraryDiffers.tsx';
import { newLinkageTask } from '../../../src/views/emergency/linkageTasks/linkageForm.ts';
import { createTestProviders } from '../testProviders.tsx';

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

function shown(plans_elsewhere: number): void {
  const task = {
    ...newLinkageTask(null),
    id: 1,
    name: 'Leave',
    plans: [],
    plans_elsewhere,
    playing: false,
    differs: [{ what: 'preset_text', id: 4, name: 'Leave', gone: false }],
  } as unknown as LinkageTaskLive;
  const { Providers, app } = createTestProviders();
  stops.push(app.start());
  render(
    <Providers>
      <MemoryRouter>
        <ElsewhereNote task={task} />
        <LibraryDiffers task={task} />
      </MemoryRouter>
    </Providers>,
  );
}

const reason = /used by plans outside your zones \(2\)/;
const adopt = () => screen.getByRole('button', { name: /Adopt from the library/ });

it('shows before saving that plans outside the zones forbid the change, and why adopting is disabled', () => {
  shown(2);
  expect(screen.getByTestId('linkage-elsewhere').textContent).toMatch(reason);
  expect(adopt().getAttribute('aria-disabled')).toBe('true');
  expect(adopt().getAttribute('title') ?? '').toMatch(reason);
});

it('shows nothing where no such plan uses it', () => {
  shown(0);
  expect(screen.queryByTestId('linkage-elsewhere')).toBeNull();
  expect(adopt().getAttribute('title') ?? '').not.toMatch(/outside your zones/);
});
