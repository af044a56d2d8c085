import { clockIn, type Row, type Table, textOf, type Writer } from './table.ts'
import { XML_HEAD, xml } from './xml.ts'

/** GPX has no areas, so an area becomes its middle point. A row without a place is left out. */
const waypoint = ({ place, at, name, cells }: Row, { columns }: Table, clock: (time: Date) => string): string => {
  if (!place) return ''
  const lines = columns.flatMap((title, index) => {
    const text = textOf(cells[index], clock)
    return text ? [`${title}: ${text}`] : []
  })
  const time = at ? `<time>${at.toISOString()}</time>` : ''
  return `<wpt lat="${place[1]}" lon="${place[0]}">${time}<name>${xml(name)}</name><desc>${xml(lines.join('\n'))}</desc></wpt>\n`
}

export const gpx: Writer = async function* (table) {
  const clock = clockIn(table.timeZone)
  yield `${XML_HEAD}<gpx version="1.1" creator="Cohesion" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>${xml(table.title)}</name></metadata>\n`
  for await (const rows of table.pages) yield rows.map((row) => waypoint(row, table, clock)).join('')
  yield '</gpx>\n'
}
