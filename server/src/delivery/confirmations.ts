import type { Db } from '../db/database.ts'
import type { Channel } from './channel.ts'
import * as queue from './queue.ts'

type Tools = {
  db: Db
  channels: readonly Channel[]
  log: { warn: (details: object, text: string) => void }
  fail: (ids: string[], from: 'sent', code: string) => Promise<void>
}

/** Asks channels what became of what they sent. */
export const openConfirmations = ({ db, channels, log, fail }: Tools) => {
  const asked = channels.filter(({ confirm }) => confirm)
  let running: Promise<void> | undefined

  const confirmOf = async ({ name, confirm }: Channel): Promise<void> => {
    for (const id of await queue.takeUnconfirmed(db, name)) {
      const confirmation = await confirm?.(id)
      if (confirmation?.result === 'delivered') await queue.confirmDelivery(db, id, 'delivered')
      if (confirmation?.result === 'failed') await fail([id], 'sent', confirmation.code)
    }
  }

  return {
    /** Begins a round, unless one is still under way. */
    start: (): void => {
      if (asked.length === 0 || running) return
      running = Promise.all(asked.map(confirmOf))
        .then(
          () => undefined,
          (err: unknown) => log.warn({ err }, 'deliveries could not be confirmed'),
        )
        .finally(() => {
          running = undefined
        })
    },
    ended: async (): Promise<void> => running,
  }
}
