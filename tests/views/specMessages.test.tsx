import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { AxiosError } from 'axios';
import { afterEach, expect, it, vi } from 'vitest';
import { useDownload } from '../../src/views/media/files/useDownload.ts';
import { UploadRow } from '../../src/views/shared/media/UploadRow.tsx';
import { PictureField } from '../../src/views/system/settings/PictureField.tsx';
import { useTerminalActions } from '../../src/views/terminals/devices/useTerminalActions.tsx';
import type { FakeCall } from '../support/fakeServer.ts';
import { makePng } from '../support/png.ts';
import { createTestProviders } from './testProviders.tsx';

afterEach(() => vi.unstubAllGlobals());

/** Network that is lost for calls below this path. */
const lostBelow = (path: string) => (call: FakeCall) => {
  if (call.path.startsWith(path)) throw new AxiosError('Network Error', AxiosError.ERR_NETWORK, call.config);
  return null;
};

it('an upload that was cut off says that the file has not been successfully transferred', () => {
  const { Providers } = createTestProviders();
  const item = {
    id: 1,
    name: 'Bell.mp3',
    size: 10,
    groupId: null,
    org: null,
    sent: 0.5,
    speed: 1,
    reason: '',
  };
  render(
    <Providers>
      <UploadRow item={{ ...item, state: 'refused' }} onCancel={() => {}} onRetry={() => {}} />
    </Providers>,
  );
  expect(screen.getByTestId('upload').textContent).toContain(
    'The file has not been successfully transferred',
  );
});

it('a download without a connection says that it is unable to download', async () => {
  const { Providers, centre } = createTestProviders({ answer: lostBelow('/v1/file') });
  function Download() {
    const download = useDownload('file');
    return (
      <button type="button" onClick={() => void download({ id: 7, name: 'Bell' })}>
        Download
      </button>
    );
  }
  render(
    <Providers>
      <Download />
    </Providers>,
  );
  fireEvent.click(screen.getByText('Download'));
  await waitFor(() =>
    expect(centre.list$.value.map(({ text }) => text)).toContain('Bell: Unable to download'),
  );
});

it('a picture that cannot be sent asks to check the network', async () => {
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }),
  );
  const { Providers } = createTestProviders({ answer: lostBelow('/v1/sys/image') });
  const { container } = render(
    <Providers>
      <PictureField slot="logo" reason={undefined} />
    </Providers>,
  );
  const file = new File([new Uint8Array(makePng(300, 100))], 'logo.png', { type: 'image/png' });
  const input = container.querySelector('input[type=file]');
  if (input === null) throw new Error('there is no input for files');
  fireEvent.change(input, { target: { files: [file] } });
  fireEvent.click(await screen.findByRole('button', { name: /Use/ }));
  expect(await screen.findByText('Please check the network')).toBeTruthy();
});

it('a batch action whose terminals are all gone is refused: please check the data first', async () => {
  const { Providers, centre, calls } = createTestProviders();
  function Restart() {
    const { shared } = useTerminalActions(
      { ids: [1], zones: [], run: async () => {}, csvColumns: () => [], onOpen: () => {}, onClear: () => {} },
      { kind: 'device', operate: 'operate_device', consequence: '' },
    );
    return (
      <button type="button" onClick={() => void shared.restart.onPress()}>
        Restart
      </button>
    );
  }
  render(
    <Providers>
      <Restart />
    </Providers>,
  );
  fireEvent.click(screen.getByText('Restart'));
  await waitFor(() =>
    expect(centre.list$.value.map(({ text }) => text)).toEqual(['Please check the data first']),
  );
  expect(calls.filter(({ path }) => path.endsWith('/batch'))).toEqual([]);
});
