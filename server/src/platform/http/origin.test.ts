import { expect, test } from 'vitest'
import { isOrigin, originOf, originOfSocket } from './origin.ts'

test.each([
  ['https://maps.example.org/style.json', 'https://maps.example.org'],
  ['HTTPS://Maps.Example.org:443/', 'https://maps.example.org'],
  ['http://203.0.113.7:8080/x;y,z?*', 'http://203.0.113.7:8080'],
  ['http://[2001:DB8::1]:81/', 'http://[2001:db8::1]:81'],
  ['https://מפות.example/', 'https://xn--9dbrsz.example'],
])('%s has the origin %s', (address, origin) => expect(originOf(address)).toBe(origin))

test.each([
  'http://evil;sandbox/',
  'http://evil,sandbox/',
  'https://*/',
  'https://*.example.org/',
  "https://'none'/",
  'https://a"b/',
  'https://a_b.example/',
  'https://$x/',
  'https://-/',
  'https://user@example.org/',
  `https://${'a'.repeat(254)}/`,
  'data:text/plain,x',
  'file:///etc/passwd',
  'javascript:alert(1)',
  '/style.json',
  '',
])('%s has none', (address) => expect(originOf(address)).toBeUndefined())

test.each([
  'https://a b',
  'https://a\n',
  'https://a/',
  'https://[::1;x]',
  'https://[1]',
  'http://a:65536',
  'null',
  '*',
])('%j is no origin', (text) => expect(isOrigin(text)).toBe(false))

test.each([
  ['http://127.0.0.1:3000', { localAddress: '127.0.0.1', localPort: 3000 }],
  ['http://192.0.2.7:3000', { localAddress: '::ffff:192.0.2.7', localPort: 3000 }],
  ['http://[2001:db8::1]:3000', { localAddress: '2001:db8::1', localPort: 3000 }],
  ['https://192.0.2.7:8443', { localAddress: '192.0.2.7', localPort: 8443, encrypted: true }],
  [undefined, { localAddress: undefined, localPort: undefined }],
  [undefined, { localAddress: 'fe80::1%eth0', localPort: 3000 }],
])('the origin %s of a connection', (origin, socket) => expect(originOfSocket(socket)).toBe(origin))
