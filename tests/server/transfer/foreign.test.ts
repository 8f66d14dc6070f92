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
  const pinned = `sip:4009@10.0.0.9?protocol=tls&codec=any&answer=none&certificate=${'ab'.repeat(32)}&delay=60`;
  expect((await bring(`${head}\nSIP-9,Gate,North,${pinned}\n`)).value).toMatchObject({ created: 1, bad: [] });
  expect((await bring(`${head}\nSIP-1,Hall,North,${sip}\n`)).value).toMatchObject({ created: 1, bad: [] });
  const exported = await take(people.site, people.admin, 'device');
  expect(exported.toString()).toContain(sip);
  expect(exported.toString()).toContain(pinned);
  const short = `${head}\nSIP-2,Pool,North,sip:4002@10.0.0.5\nSIP-3,Shed,North,${sip}\nSIP-4,Barn,North,sip:a b@h\n`;
  expect(faults(await bring(short))).toMatchObject([
    expect.stringContaining('4001@10.0.0.5'),
    expect.stringContaining('foreign'),
  ]);
});

test('priority maps, marks and group pages are imported and exported', async () => {
  const rtp =
    'rtp://239.255.21.4:21650/pcmu?packet=20&ttl=2&interface=127.0.0.1&delay=80&dscp=46&announce=1&scale=yealink&number=20&level=500:239.255.21.4:21652:10&level=2000:239.255.21.4:21654:1';
  const page =
    'page://239.255.21.4:21656/g722?channel=26&caller=PA%20one&packet=30&ttl=1&interface=&delay=60&level=2000:50';
  const text = `${head}\nPM-1,Yard two,North,${rtp}\nPM-2,Phones,North,${page}\n`;
  expect((await bring(text)).value).toMatchObject({ imported: true, created: 2, bad: [] });
  const exported = (await take(people.site, people.admin, 'device')).toString();
  expect(exported).toContain(rtp);
  expect(exported).toContain(page);
  expect((await bring(exported)).value).toMatchObject({ created: 0, changed: 0 });
  const other = 'rtp://239.255.21.4:21654/pcmu';
  expect(faults(await bring(`${head}\nPM-3,Rival,North,${other}\n`))).toMatchObject([
    expect.stringContaining('239.255.21.4:21654'),
  ]);
});

test('loudspeakers by HTTP and RTSP are imported with their passwords, which are not exported', async () => {
  const pin = 'ab'.repeat(32);
  const vapix = `vapix:https://10.0.0.7?codec=pcmu&user=root&certificate=${pin}&delay=80`;
  const onvif = 'onvif:rtsp://10.0.0.8/onvif1?codec=any&user=admin&certificate=&delay=100&query=profile%3D1';
  const wide = `${head},foreign_password`;
  expect(faults(await bring(`${wide}\nVX-1,Porch,North,${vapix},\n`))).toMatchObject([
    expect.stringContaining('foreign_password'),
  ]);
  const text = `${wide}\nVX-1,Porch,North,${vapix},pass-1\nON-1,Drive,North,${onvif},pass-2\n`;
  expect((await bring(text)).value).toMatchObject({ imported: true, created: 2, bad: [] });
  const exported = (await take(people.site, people.admin, 'device')).toString();
  expect(exported).toContain(vapix);
  expect(exported).toContain(onvif);
  expect(exported).not.toMatch(/pass-[12]/);
  expect((await bring(exported)).value).toMatchObject({ created: 0, changed: 0 });
  const moved = vapix.replace('10.0.0.7', '10.0.0.9');
  expect(faults(await bring(`${head}\nVX-1,Porch,North,${moved}\n`))).toMatchObject([
    expect.stringContaining('foreign_password'),
  ]);
  const taken = await bring(`${wide}\nVX-2,Rear,North,${vapix},pass-1\n`);
  expect(faults(taken)).toMatchObject([expect.stringContaining('10.0.0.7')]);
  expect(JSON.stringify(taken)).not.toContain('pass-1');
});

test('phones are imported with their telephone system and number, in which each stands once, and stay in it', async () => {
  const { site, admin, ownId } = people;
  const account = await ownId(admin);
  for (const name of ['Exchange', 'Branch', 'Twin', 'Twin'])
    await people.call('POST', '/v1/integration', admin, {
      ...{ name, kind: 'telephone', url: 'sip:4001@127.0.0.1:1', enabled: false, account, secret: 'trunk-1' },
    });
  const bringPhones = (rows: string) =>
    send(site, admin, 'dialogue', `code,name,zone,telephone,phone_number\n${rows}`, { run: true });
  const made = await bringPhones(
    'P-1,Desk,North,Exchange,301\nP-2,Gate,North,Branch,301\nD-1,Door,North,,\n',
  );
  expect(made.value).toMatchObject({ imported: true, created: 3, bad: [] });
  expect(site.deps.terminals.directory.byCode('P-1')?.row.details).toMatchObject({
    phone: { number: '301' },
  });
  const exported = (await take(site, admin, 'dialogue')).toString();
  expect(exported).toContain('Exchange,301');
  expect(exported).not.toContain('trunk-1');
  const again = await send(site, admin, 'dialogue', exported, { run: true });
  expect(again.value).toMatchObject({ created: 0, changed: 0, bad: [] });
  expect((await bringPhones('P-1,Desk,North,Exchange,302\n')).value).toMatchObject({ changed: 1, bad: [] });
  const wrong = [
    'P-3,A,North,Exchange,302',
    'P-4,B,North,Twin,1',
    'P-5,C,North,,1',
    'P-6,D,North,Exchange,a b',
  ];
  const moved = ['P-1,Desk,North,Branch,302', 'D-1,Door,North,Exchange,303'];
  expect(faults(await bringPhones([...wrong, ...moved].join('\n')))).toMatchObject([
    expect.stringContaining('2 phone_number The phone 302'),
    expect.stringContaining('3 telephone Several'),
    expect.stringContaining('4 telephone '),
    expect.stringContaining('5 phone_number A phone number has'),
    expect.stringContaining('6 telephone The telephone system of a phone cannot be changed'),
    expect.stringContaining('7 telephone The telephone system of a phone cannot be changed'),
  ]);
  // No terminal takes the place of a phone: it would be called in its name.
  expect(site.deps.terminals.directory.byCode('P-2')?.row.secret_hash).not.toBe('');
});
