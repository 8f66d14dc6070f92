import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPeople, type People } from '../accounts/people.ts';
import { faults, send, take } from './files.ts';

let people: People;
beforeAll(async () => {
  people = await createPeople();
});
afterAll(() => people.site.close());

const bring = (text: string) => send(people.site, people.admin, 'device', text, { run: true });
const head = 'code,name,zone,foreign';
const address = 'rtp://239.255.21.3:21618/g722?packet=20&ttl=1&interface=127.0.0.1&delay=60';

test('loudspeakers of other makes are imported by the address of their group, and exported alike', async () => {
  const text = `${head}\nMC-1,Yard,North,${address}\nMC-2,Gate,North,${address}\n`;
  expect((await bring(text)).value).toMatchObject({ imported: true, created: 2, bad: [] });
  const exported = await take(people.site, people.admin, 'device');
  expect(exported.toString()).toContain(address);
  expect((await bring(exported.toString())).value).toMatchObject({ created: 0, changed: 0 });
});

test('an address that is none, and settings that differ within a group, are faults of the row', async () => {
  const wrong = address.replace('239', '10');
  const other = address.replace('g722', 'pcma');
  const text = `${head}\nMC-3,Pool,North,${wrong}\nMC-4,Shed,North,${other}\n`;
  const answer = await bring(text);
  expect(answer.value).toMatchObject({ imported: false });
  expect(faults(answer)).toMatchObject([
    expect.stringContaining('foreign'),
    expect.stringContaining('foreign'),
  ]);
});

test('SIP loudspeakers are imported by their address, each of which stands once', async () => {
  const sip = 'sip:4001@10.0.0.5?protocol=tcp&codec=g722&answer=intercom&delay=80';
  expect((await bring(`${head}\nSIP-1,Hall,North,${sip}\n`)).value).toMatchObject({ created: 1, bad: [] });
  const exported = await take(people.site, people.admin, 'device');
  expect(exported.toString()).toContain(sip);
  const short = `${head}\nSIP-2,Pool,North,sip:4002@10.0.0.5\nSIP-3,Shed,North,${sip}\nSIP-4,Barn,North,sip:a b@h\n`;
  expect(faults(await bring(short))).toMatchObject([
    expect.stringContaining('4001@10.0.0.5'),
    expect.stringContaining('foreign'),
  ]);
});
