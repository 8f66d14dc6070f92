import { expect, test } from 'vitest';
import { Ownership } from '../../../terminal/protocol/servers/ownership.ts';
import { ServerList } from '../../../terminal/protocol/servers/serverList.ts';

const A = 'http://10.0.0.4:8080';
const B = 'http://10.0.0.5:8080';

test('the servers of the system are tried in turn, and the one that answers is kept', () => {
  const list = new ServerList(() => A);
  list.failed();
  expect(list.current).toBe(A);
  list.learn([A, B]);
  expect(list.current).toBe(A);
  list.failed();
  expect(list.current).toBe(B);
  list.learn([B, A]);
  expect(list.current).toBe(B);
  list.failed();
  expect(list.current).toBe(A);
});

test('the configured name is not tried twice under two spellings, and invalid addresses never', () => {
  const list = new ServerList(() => 'ws://10.0.0.4:8080/');
  list.learn([A, 'file:///etc/passwd', 'nonsense', B, B]);
  list.failed();
  expect(list.current).toBe(B);
  list.failed();
  expect(list.current).toBe('ws://10.0.0.4:8080/');
});

test('HTTPS is never left', () => {
  const list = new ServerList(() => 'https://10.0.0.4:8443');
  list.learn([A, B, 'https://10.0.0.5:8443']);
  list.failed();
  expect(list.current).toBe('https://10.0.0.5:8443');
  list.failed();
  expect(list.current).toBe('https://10.0.0.4:8443');
});

test('another address set by a person forgets the servers of the old system', () => {
  let own = A;
  const list = new ServerList(() => own);
  list.learn([A, B]);
  list.failed();
  own = 'http://10.9.9.9:8080';
  expect(list.current).toBe(own);
  list.failed();
  expect(list.current).toBe(own);
});

test('a server that was replaced is refused until the owner has been away for long', () => {
  const owner = new Ownership();
  expect(owner.admits({ epoch: 'a', term: 2 }, 0)).toBe(true);
  owner.lost(1e6);
  expect(owner.admits({ epoch: 'a', term: 1 }, 2e6)).toBe(false);
  expect(owner.admits({ epoch: 'a', term: 3 }, 3e6)).toBe(true);
  owner.lost(4e6);
  expect(owner.admits({ epoch: 'a', term: 2 }, 40e6)).toBe(true);
  owner.lost(41e6);
  // Terms of another epoch, and of servers without one, cannot be compared.
  expect(owner.admits({ epoch: 'b', term: 1 }, 42e6)).toBe(true);
  expect(owner.admits({ epoch: 'b' }, 43e6)).toBe(true);
});
