const WARN = 40
const AGAIN_MS = 60_000

type Log = (...args: unknown[]) => void

/**
 * Hook of the logger that logs a repeated warning once a minute, with the number of repetitions and the details of the
 * last one. A flood of failures would otherwise fill the log and slow the server.
 */
export const onceAMinute = (againMs = AGAIN_MS) => {
  const repetitions = new Map<string, { count: number; write: (count: number) => void }>()
  const open = (text: string): void => {
    repetitions.set(text, { count: 0, write: () => {} })
    const close = () => {
      const { count = 0, write } = repetitions.get(text) ?? {}
      repetitions.delete(text)
      if (count === 0) return
      open(text)
      write?.(count)
    }
    setTimeout(close, againMs).unref()
  }
  return {
    logMethod(this: unknown, args: unknown[], method: Log, level: number): void {
      const [detail, text = detail] = args
      const write = (more: object) => method.call(this, { ...(typeof detail === 'object' && detail), ...more }, text)
      const isWarning = level === WARN && typeof text === 'string'
      const known = isWarning ? repetitions.get(text) : undefined
      if (known) {
        known.count++
        known.write = (repeated) => write({ repeated })
        return
      }
      if (isWarning) open(text)
      method.apply(this, args)
    },
  }
}

/** Keeps keys and tokens out of the log, also tokens in addresses. */
export const redactedLogging = {
  redact: [
    'req.headers.authorization',
    'req.headers.cookie',
    'req.headers["x-api-key"]',
    'req.headers["x-ingest-key"]',
  ],
  serializers: {
    req: ({ method, url, ip, id }: { method: string; url?: string; ip: string; id: string }) => ({
      method,
      // The path of a calendar or feed contains its token. Query strings are never logged.
      path: url?.split('?')[0]?.replace(/(?<=\/feed\/).+/, '…'),
      ip,
      id,
    }),
  },
}
