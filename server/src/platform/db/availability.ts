/**
 * `away`: the database is restarting, unreachable or without a free connection. `full`: its disk, the disk of the files
 * or its memory is full. `slow`: a statement was cancelled because it, its transaction or a lock took too long.
 */
export type DatabaseOutage = 'away' | 'full' | 'slow'

const unavailableCodes = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EAI_AGAIN',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  // Read-only transaction: a former primary rejects writes.
  '25006',
  '53300',
  '57P01',
  '57P02',
  '57P03',
])
/** File errors have these codes, too. They count only if a socket's system call failed. */
const ofSockets = new Set(['ECONNRESET', 'EPIPE', 'ENOENT'])
/** ENOSPC and EDQUOT come from the disk of the stored files, which is usually the database's disk too. */
const full = new Set(['ENOSPC', 'EDQUOT', '53000', '53100', '53200', '53400', '58030'])

/** Messages of the driver and its pool that come without a code. */
const words =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end)/

const isOfSocket = (syscall = ''): boolean => ['connect', 'read', 'write'].includes(syscall)

/** Reason why the database is unavailable; undefined if the request itself failed. */
export const outageOf = (error: unknown): DatabaseOutage | undefined => {
  const { code = '', syscall, message = '' } = (error ?? {}) as { code?: string; syscall?: string; message?: string }
  if (full.has(code)) return 'full'
  if (code === '57014' || code === '55P03' || code === '25P04') return 'slow'
  if (unavailableCodes.has(code) || (ofSockets.has(code) && isOfSocket(syscall)) || words.test(message)) return 'away'
  return undefined
}
