import type { FileProblem, ImportEncoding, ImportFormat } from '#contract'

export type Row = { line: number; cells: string[] }
export type Head = { format: ImportFormat; encoding: string; columns: string[]; note?: FileProblem }
/** Values of one row, in the order of the columns. */
export type Table = { columns: string[]; rows: Iterable<Row> | AsyncIterable<Row>; note?: FileProblem }

/** The file cannot be imported. The contract has a sentence for each code. */
export class ReadError extends Error {
  readonly problem: FileProblem
  constructor(code: FileProblem['code'], at: Omit<FileProblem, 'code'> = {}, cause?: unknown) {
    super(code, { cause })
    this.problem = { code, ...at }
  }
}

/** PostgreSQL stores neither NUL nor half characters. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed()

export type ReadOptions = { encoding?: ImportEncoding | undefined }
