import { describe, expect, test } from 'vitest'
import { capMessage, haifaArea } from '../../../testing/warnings.ts'
import { problemOf, readDocument } from './document.ts'
import { isInside } from './outline.ts'

const BASE = 'https://warnings.example.org/feed/index.xml'
const read = (text: string | Uint8Array, near: [number, number] | null = null) =>
  readDocument(typeof text === 'string' ? Buffer.from(text) : text, BASE, near)
const alertOf = (text: string, near: [number, number] | null = null) => {
  const [alert] = read(text, near).alerts
  if (!alert) throw new Error('no message was read')
  return alert
}
const partOf = (text: string, near: [number, number] | null = null) => {
  const [part] = alertOf(text, near).parts
  if (!part) throw new Error('no warning was read')
  return part
}
const problem = (text: string | Uint8Array) => {
  try {
    read(text)
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}

describe('feeds', () => {
  test('an Atom index as the American weather service sends it', () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:cap="urn:oasis:names:tc:emergency:cap:1.2">
  <id>https://api.weather.example/alerts/active.atom</id><title>Current watches, warnings, and advisories</title>
  <updated>2026-03-01T11:20:00+00:00</updated>
  <entry><id>https://api.weather.example/alerts/urn:oid:2.49.0.1.840.0.1</id>
    <link rel="alternate" href="https://api.weather.example/alerts/urn:oid:2.49.0.1.840.0.1"/>
    <updated>2026-03-01T03:05:00-08:00</updated><title>Flood Warning</title>
    <cap:event>Flood Warning</cap:event><cap:severity>Severe</cap:severity><cap:polygon/></entry>
  <entry><id>https://api.weather.example/alerts/urn:oid:2.49.0.1.840.0.2</id>
    <updated>2026-03-01T03:06:00-08:00</updated><title>Wind Advisory</title></entry>
</feed>`
    expect(read(text)).toEqual({
      alerts: [],
      links: [
        { url: 'https://api.weather.example/alerts/urn:oid:2.49.0.1.840.0.1', version: '2026-03-01T03:05:00-08:00' },
        { url: 'https://api.weather.example/alerts/urn:oid:2.49.0.1.840.0.2', version: '2026-03-01T03:06:00-08:00' },
      ],
    })
  })

  test('an Atom index with pages beside messages, as the European services send it', () => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom"><entry>
      <link href="http://meteo.example/page?region=3" hreflang="en" type="text/html" title="page"/>
      <link href="http://meteo.example/api/cap/1" type="application/cap+xml"/>
      <updated>2026-03-01T10:00:00Z</updated></entry></feed>`
    expect(read(text).links).toEqual([{ url: 'https://meteo.example/api/cap/1', version: '2026-03-01T10:00:00Z' }])
  })

  test('a Hebrew RSS feed, as the Israeli weather service sends it', () => {
    const text = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>אזהרות מזג אוויר</title><link>https://ims.example</link>
  <item><title>אזהרה מפני רוחות חזקות</title><link>
    cap/alert_1.xml
  </link><guid isPermaLink="false">1</guid><pubDate>Sun, 01 Mar 2026 10:00:00 GMT</pubDate></item>
  <item><title>אזהרה</title><enclosure url="https://ims.example/cap/alert_2.xml" type="application/cap+xml"/></item>
</channel></rss>`
    expect(read(text).links).toEqual([
      { url: 'https://warnings.example.org/feed/cap/alert_1.xml', version: 'Sun, 01 Mar 2026 10:00:00 GMT' },
      { url: 'https://ims.example/cap/alert_2.xml', version: '' },
    ])
  })

  test('messages inside entries and envelopes need no further request', () => {
    const message = capMessage().replace(/^<\?xml.*\?>/, '')
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><link href="https://x.example/1"/>
      <content type="text/xml">${message}</content></entry></feed>`
    expect(read(atom)).toMatchObject({ alerts: [{ identifier: 'flood-1' }], links: [] })
    const envelope = `<EDXLDistribution><contentObject><xmlContent><embeddedXMLContent>${message}
      </embeddedXMLContent></xmlContent></contentObject></EDXLDistribution>`
    expect(read(envelope).alerts).toHaveLength(1)
  })

  test('an empty feed is valid', () => {
    expect(read('<feed xmlns="http://www.w3.org/2005/Atom"><title>None</title></feed>')).toEqual({
      alerts: [],
      links: [],
    })
    expect(read('<rss version="2.0"><channel><title>None</title></channel></rss>').links).toEqual([])
  })

  test('at most 300 entries count, and links to other schemes do not', () => {
    const entries = Array.from({ length: 500 }, (_, index) => `<entry><id>https://x.example/${index}</id></entry>`)
    expect(read(`<feed>${entries.join('')}</feed>`).links).toHaveLength(300)
    const odd = ['javascript:alert(1)', 'file:///etc/passwd', 'urn:oid:1', 'data:text/xml,a'].map(
      (id) => `<entry><id>${id}</id></entry>`,
    )
    expect(read(`<feed>${odd.join('')}</feed>`).links).toEqual([])
  })
})

describe('messages', () => {
  test('a plain message is read with all its fields', () => {
    expect(alertOf(capMessage())).toMatchObject({
      sender: 'warnings@example.org',
      identifier: 'flood-1',
      messageType: 'alert',
      status: 'actual',
      sentAt: '2026-03-01T11:00:00.000Z',
      references: [],
      parts: [
        {
          severity: 'severe',
          urgency: 'immediate',
          certainty: 'observed',
          categories: ['met'],
          responses: ['avoid'],
          expiresAt: '2026-03-02T12:00:00.000Z',
          effectiveAt: null,
          onsetAt: null,
          keys: ['haifa'],
          areas: [{ name: 'Haifa', geocodes: [] }],
          texts: [{ language: 'en-us', event: 'Flood', headline: 'Flood in Haifa', areas: 'Haifa' }],
        },
      ],
    })
  })

  const info = (language: string, event: string, severity: string, area: string) =>
    `<info>${language && `<language>${language}</language>`}<event>${event}</event><severity>${severity}</severity>
      <area><areaDesc>${area}</areaDesc>${haifaArea}</area></info>`

  test('several languages are one warning, and its areas are drawn once', () => {
    const infos = info('he-IL', 'שיטפון', 'Severe', 'חיפה') + info('en-GB', 'Flood', 'Severe', 'Haifa')
    const { parts } = alertOf(capMessage({ infos }))
    expect(parts).toHaveLength(1)
    expect(parts[0]).toMatchObject({
      texts: [
        { language: 'he-il', event: 'שיטפון', areas: 'חיפה' },
        { language: 'en-gb', event: 'Flood', areas: 'Haifa' },
      ],
      keys: ['חיפה', 'haifa'],
    })
    expect(parts[0]?.outlines).toHaveLength(1)
  })

  test('several texts in one language are several warnings', () => {
    const infos = [info('en', 'Flood', 'Severe', 'Haifa'), info('en', 'Wind', 'Minor', 'Haifa')].join('')
    expect(alertOf(capMessage({ infos })).parts.map(({ severity }) => severity)).toEqual(['severe', 'minor'])
  })

  test.each([
    ['newlines in values', '\n    Severe\n  ', 'severe'],
    ['other letters', 'EXTREME', 'extreme'],
    ['a colour', 'Orange', 'unknown'],
    ['nothing', '', 'unknown'],
  ])('a severity with %s', (_kind, severity, expected) => {
    expect(partOf(capMessage({ severity })).severity).toBe(expected)
  })

  test.each([
    ['Exercise', 'exercise'],
    ['Test', 'test'],
    ['Draft', 'draft'],
    ['System', 'system'],
    ['Actual', 'actual'],
  ])('the status %s', (status, expected) => {
    expect(alertOf(capMessage({ status })).status).toBe(expected)
  })

  test('acknowledgements, errors and messages without an identifier are ignored', () => {
    for (const type of ['Ack', 'Error']) expect(read(capMessage({ type })).alerts).toEqual([])
    expect(read(capMessage({ identifier: ' ' })).alerts).toEqual([])
  })

  test('updates and cancellations refer to earlier messages', () => {
    const references =
      'warnings@example.org,flood-1,2026-03-01T11:00:00+00:00\n\t warnings@example.org,flood-0,2026-03-01T10:00:00+00:00'
    expect(alertOf(capMessage({ type: 'Cancel', references, infos: '' }))).toMatchObject({
      messageType: 'cancel',
      references: ['warnings@example.org,flood-1', 'warnings@example.org,flood-0'],
      parts: [],
    })
  })

  test.each([
    ['with a zone', '2026-03-01T13:00:00+02:00', '2026-03-01T11:00:00.000Z'],
    ['with minus zero', '2026-03-01T11:00:00-00:00', '2026-03-01T11:00:00.000Z'],
    ['without a zone', '2026-03-01T11:00:00', '2026-03-01T11:00:00.000Z'],
    ['that is none', 'tomorrow', null],
    ['far away', '9999-12-31T00:00:00Z', null],
  ])('a time %s', (_kind, sent, expected) => {
    expect(alertOf(capMessage({ sent })).sentAt).toBe(expected)
  })

  test('texts are plain and bounded, and a shortened one shows it', () => {
    const description = `<description><![CDATA[Wind<br/>and <b>rain</b> &amp; hail ${'z'.repeat(20_000)}]]></description>`
    const web = '<web>javascript:alert(1)</web>'
    const infos = `<info><event>Storm &#8211; heavy</event>${description}${web}<area><areaDesc>A</areaDesc></area></info>`
    const [text] = partOf(capMessage({ infos })).texts
    expect(text).toMatchObject({ event: 'Storm – heavy', web: '' })
    expect(text?.description.startsWith('Wind\nand rain & hail zzz')).toBe(true)
    expect(text?.description).toHaveLength(10_000)
    expect(text?.description.endsWith('…')).toBe(true)
  })
})

describe('areas', () => {
  const outlines = (area: string) => partOf(capMessage({ area })).outlines

  test.each([
    ['a closed ring', '<polygon>32,34 32,35 33,35 32,34</polygon>'],
    ['an open ring', '<polygon>32,34 32,35 33,35</polygon>'],
    ['newlines between and inside the pairs', '<polygon>\n 32,34\n32 ,35 \t 33,\n35\n</polygon>'],
    ['repeated corners', '<polygon>32,34 32,34 32,35 33,35 33,35 32,34</polygon>'],
    ['spaces only', '<polygon>32 34 32 35 33 35</polygon>'],
  ])('%s', (_kind, area) => {
    expect(outlines(area)).toEqual([
      [
        [34, 32],
        [35, 32],
        [35, 33],
        [34, 32],
      ],
    ])
  })

  test('a sender that writes the longitude first is recognised where latitudes cannot be', () => {
    expect(outlines('<polygon>-122.4,37.7 -122.3,37.7 -122.3,37.8</polygon>')?.[0]?.[0]).toEqual([-122.4, 37.7])
  })

  test('many polygons are kept, and lines, points and nonsense are not', () => {
    const polygons = [0, 1, 2].map((n) => `<polygon>3${n},34 3${n},34.5 3${n}.5,34.5</polygon>`).join('')
    expect(
      outlines(`${polygons}<polygon>32,34 32,35</polygon><polygon>32,34</polygon><polygon>here</polygon>`),
    ).toHaveLength(3)
  })

  test('a ring that crosses itself stays as drawn', () => {
    expect(outlines('<polygon>0,0 10,10 10,0 0,10 0,0</polygon>')?.[0]).toHaveLength(5)
  })

  test('a circle in km is a polygon of that radius', () => {
    const [ring = []] = outlines('<circle>32.0,34.8 20</circle>') ?? []
    const norths = ring.map(([, lat]) => lat)
    expect((Math.max(...norths) - Math.min(...norths)) * 111.32).toBeCloseTo(40, 0)
    expect(ring[0]).toEqual(ring.at(-1))
    const [point = []] = outlines('<circle>32.0,34.8 0.0</circle>') ?? []
    expect(point.length).toBeGreaterThan(10)
  })

  test('codes instead of geometry are kept with the name', () => {
    const area = '<geocode><valueName>EMMA_ID</valueName><value> IL003 </value></geocode>'
    const part = partOf(capMessage({ area }))
    expect(part).toMatchObject({ outlines: null, place: null, keys: ['haifa', 'il003'] })
    expect(part.areas).toEqual([{ name: 'Haifa', geocodes: [{ name: 'EMMA_ID', value: 'IL003' }] }])
  })

  test('large outlines are simplified to at most 1,000 points in all', () => {
    const ring = (at: number) =>
      Array.from({ length: 30_000 }, (_, index) => {
        const angle = (2 * Math.PI * index) / 30_000
        return `${at + Math.sin(angle) + Math.sin(index) / 1000},${at + Math.cos(angle)}`
      }).join(' ')
    const simple = outlines(`<polygon>${ring(10)}</polygon><polygon>${ring(20)}</polygon>`) ?? []
    expect(simple).toHaveLength(2)
    expect(simple.flat().length).toBeLessThanOrEqual(1000)
    for (const [index, at] of [20, 10].entries())
      expect(isInside([at, at], simple.find((one) => isInside([at, at], one)) ?? []), String(index)).toBe(true)
  })

  test.each([
    ['a square', '<polygon>32,34 32,35 33,35 33,34</polygon>'],
    ['a crescent', '<polygon>32,34 32.5,36 33,34 32.5,35.5</polygon>'],
    ['a ring that crosses itself', '<polygon>32,34 33,36 33,34 32,36</polygon>'],
    ['a circle', '<circle>32.5,35 10</circle>'],
  ])('the place lies inside %s, whatever is near', (_kind, area) => {
    for (const near of [[34.9, 31.2], [35, 32.5], [-122, 37], null] as ([number, number] | null)[]) {
      const { place, outlines: rings } = partOf(capMessage({ area }), near)
      expect(
        rings?.some((ring) => place && isInside(place, ring)),
        String(near),
      ).toBe(true)
    }
  })

  test('the middle of the home area is the place if it lies inside', () => {
    expect(partOf(capMessage(), [35, 32.8]).place).toEqual([35, 32.8])
  })
})

describe('hostile documents', () => {
  const bomb = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;">]><alert>&c;</alert>`
  test.each<[string, string | Uint8Array, object]>([
    ['a bomb of entities', bomb, { code: 'entities', line: 1 }],
    [
      'an external entity',
      '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<alert>&x;</alert>',
      { code: 'entities', line: 1 },
    ],
    ['a broken document', '<feed><entry></feed>', { code: 'xml', line: 1 }],
    ['another document', '<svg xmlns="http://www.w3.org/2000/svg"></svg>', { code: 'otherContent' }],
    ['a page', '<!DOCTYPE html><html><body>Sorry</body></html>', { code: 'otherContent' }],
    ['JSON', '{"features":[]}', { code: 'otherContent' }],
    ['nothing', '', { code: 'otherContent' }],
    ['binary data', Uint8Array.from([0x3c, 0, 0, 0xff, 0xfe, 1, 2, 0x81]), { code: 'encoding' }],
    [
      'a broken encoding',
      Buffer.concat([Buffer.from('<feed>\nשלום\n'), Buffer.from([0xe9, 0xff])]),
      { code: 'encoding' },
    ],
  ])('%s', (_kind, text, expected) => {
    expect(problem(text)).toEqual(expected)
  })

  test('entities that a document does not declare stay as they are', () => {
    expect(partOf(capMessage({ more: '<contact>&xxe;</contact>' })).texts[0]?.contact).toBe('&xxe;')
  })

  test('deep nesting and a thousand areas end quickly', () => {
    const deep = `${'<a>'.repeat(2_000)}${'</a>'.repeat(2_000)}`
    expect(problem(deep)).toBeDefined()
    const area = haifaArea + '</area><area><areaDesc>B</areaDesc>'.repeat(1_000)
    expect(partOf(capMessage({ area })).areas.length).toBeLessThanOrEqual(300)
  })

  test('names that would reach prototypes are refused', () => {
    expect(problem(capMessage({ more: '<__proto__>x</__proto__>' }))).toEqual({ code: 'xml' })
    expect(partOf(capMessage({ more: '<toString>x</toString>' })).severity).toBe('severe')
  })
})
