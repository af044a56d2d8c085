import { type Feature, tableOf } from './features.ts'
import { ReadError, type Table } from './format.ts'
import { lineText } from './geometry.ts'
import { all, attribute, isXml, parseXml, textOf } from './xml.ts'

const pairOf = (point: unknown) => `${attribute(point, 'lon')} ${attribute(point, 'lat')}`

const NAMES = ['name', 'desc', 'cmt', 'type', 'sym', 'time'] as const

/** Values of `extensions`, where ogr2ogr writes all fields that GPX does not define. */
const extensionsOf = (element: unknown) =>
  all(element, 'extensions')
    .filter(isXml)
    .flatMap((extensions) => Object.keys(extensions).map((name) => [name, textOf(extensions, name)] as const))
    .filter(([name]) => !/^[@#]/.test(name))

/** `element` holds the kind. That name must not be guessed as the event type, which most waypoints lack. */
const valuesOf = (element: unknown, kind: string) => {
  const texts = NAMES.map((name): [string, string] => [name === 'desc' ? 'description' : name, textOf(element, name)])
  const own = new Map([...texts, ['element', kind] as const].filter(([, text]) => text))
  for (const [name, text] of extensionsOf(element)) if (text && !own.has(name)) own.set(name, text)
  return own
}

/** Waypoints as points; routes and tracks as lines. */
export const readGpx = (text: string): Table => {
  const { gpx } = parseXml(text)
  if (!isXml(gpx)) throw new ReadError('empty')
  const features: Feature[] = [
    ...all(gpx, 'wpt').map((one) => ({ values: valuesOf(one, 'waypoint'), geometry: `POINT (${pairOf(one)})` })),
    ...all(gpx, 'rte').map((one) => ({
      values: valuesOf(one, 'route'),
      geometry: lineText(all(one, 'rtept').map(pairOf)),
    })),
    ...all(gpx, 'trk').map((one) => ({
      values: valuesOf(one, 'track'),
      geometry: lineText(all(one, 'trkseg').flatMap((segment) => all(segment, 'trkpt')).map(pairOf)), // biome-ignore format: one chain
    })),
  ]
  return tableOf(features)
}
