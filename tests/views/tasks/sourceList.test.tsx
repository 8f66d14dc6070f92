import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { permissionKeys } from '../../../contract/api/permissions.ts';
import { SourceList } from '../../../src/views/shared/talk/SourceList.tsx';
import { createTestProviders } from '../testProviders.tsx';

const list = (permissions = permissionKeys) => {
  const { Providers } = createTestProviders({ permissions });
  const onMicrophone = vi.fn();
  render(
    <Providers>
      <SourceList onMicrophone={onMicrophone} />
    </Providers>,
  );
  const one = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
  return { onMicrophone, one };
};

it('file playback is chosen; microphone acquisition leads to the dialog for speech', () => {
  const { onMicrophone, one } = list();
  expect(screen.getByRole('radiogroup', { name: 'Audio source' })).toBeTruthy();
  expect([one('File playback').value, one('File playback').checked]).toEqual(['0', true]);
  expect(one('Microphone acquisition').value).toBe('1');
  fireEvent.click(one('Microphone acquisition'));
  expect(onMicrophone).toHaveBeenCalledOnce();
});

it('the microphone needs a right to speak', () => {
  const { onMicrophone, one } = list(['operate_real_time_task']);
  expect(one('Microphone acquisition').disabled).toBe(true);
  expect(onMicrophone).not.toHaveBeenCalled();
});
