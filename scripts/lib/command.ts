import { resolve } from 'node:path'

/** Resolves a relative path from the caller's folder, because npm changes to the checkout. */
export function fromCaller(address: string): string {
  return address.startsWith('s3://') ? address : resolve(process.env.INIT_CWD ?? process.cwd(), address)
}

/** Ends the command, which would otherwise continue without a database. */
export function databaseIsLost(): never {
  console.error('Another server has taken over the data folder')
  process.exit(1)
}

export function formatCount(value: number): string {
  return value.toLocaleString('en')
}

export function countRows(tables: Record<string, { rows: number }>): number {
  return Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
}
