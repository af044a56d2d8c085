import { type CsvError, parse } from 'csv-parse'
import { parse as parseSample } from 'csv-parse/sync'
import { IMPORT_MAX_CELL, IMPORT_MAX_COLUMNS } from '#contract/exchange/import/limits.ts'
import { columnNames, unguarded } from './columns.ts'
import { ReadError, type Row, type Table } from './format.ts'

const DELIMITERS = [',', ';', '\t', '|', '^', '~', ':']
const SAMPLE = 20_000
const SAMPLE_ROWS = 30
/** Size of the chunks for the parser, so that its rows do not accumulate in memory. */
const PART = 65_536
const MAX_RECORD = 2_000_000

const shared = { relax_column_count: true, relax_quotes: true, skip_empty_lines: true, max_record_size: MAX_RECORD }

/** Share of sample rows that are as wide as the first row; wider rows break ties. 0 for a single column. */
const evenness = (sample: string, delimiter: string): number => {
  try {
    const rows = parseSample(sample, { ...shared, delimiter, to: SAMPLE_ROWS }) as string[][]
    const width = rows[0]?.length ?? 0
    return width < 2
      ? 0
      : rows.filter(({ length }) => length === width).length / rows.length + Math.min(width, 50) / 1000
  } catch {
    return 0
  }
}

/** The first row may name the delimiter for Excel, as `sep=;`. */
const delimiterOf = (text: string): { delimiter: string; from: number } => {
  const [named, delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? []
  if (named && delimiter) return { delimiter, from: named.length }
  const end = text.lastIndexOf('\n', SAMPLE)
  const sample = text.length <= SAMPLE || end <= 0 ? text.slice(0, SAMPLE) : text.slice(0, end)
  const fits = DELIMITERS.map((one) => ({ delimiter: one, fit: evenness(sample, one) }))
  const best = fits.reduce((one, other) => (other.fit > one.fit ? other : one))
  return { delimiter: best.fit > 0 ? best.delimiter : ',', from: 0 }
}

/** Line number of the first value after this many bytes. */
const lineAfter = (text: string, bytes: number): number => {
  const all = Buffer.from(text)
  let end = bytes
  while (all[end] === 0x0a || all[end] === 0x0d) end++
  return all.toString('utf8', 0, end).split(/\r\n|\r|\n/).length
}

const problemOf = (error: CsvError, text: string): ReadError => {
  const line = Number(error.lines) || undefined
  const at = line === undefined ? {} : { line }
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return new ReadError('quote', { line: lineAfter(text, Number(error.bytes) || 0) }, error)
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new ReadError(Number(error.index) > IMPORT_MAX_COLUMNS ? 'tooManyColumns' : 'longCell', at, error)
  return new ReadError('unknownFormat', at, error)
}

async function* records(text: string, { delimiter, from }: { delimiter: string; from: number }): AsyncGenerator<Row> {
  const parser = parse({ ...shared, delimiter, info: true })
  const feed = async () => {
    for (let at = from; at < text.length; at += PART)
      if (!parser.write(text.slice(at, at + PART))) await new Promise((resolve) => parser.once('drain', resolve))
    parser.end()
  }
  void feed()
  try {
    for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      if (record.length > IMPORT_MAX_COLUMNS && record.slice(IMPORT_MAX_COLUMNS).some((cell) => cell.trim() !== ''))
        throw new ReadError('tooManyColumns', { line: info.lines })
      if (record.some(({ length }) => length > IMPORT_MAX_CELL)) throw new ReadError('longCell', { line: info.lines })
      if (record.some((cell) => cell.trim() !== ''))
        yield { line: info.lines, cells: record.slice(0, IMPORT_MAX_COLUMNS).map(unguarded) }
    }
  } catch (error) {
    throw error instanceof ReadError ? error : problemOf(error as CsvError, text.slice(from))
  }
}

export const readCsv = async (text: string): Promise<Table> => {
  const rows = records(text, delimiterOf(text))
  const first = await rows.next()
  if (first.done) throw new ReadError('empty')
  const columns = columnNames(first.value.cells)
  return { columns, rows }
}
