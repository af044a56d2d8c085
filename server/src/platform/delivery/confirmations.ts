import type { Db } from '../db/database.ts'
import type { Channel } from './channel.ts'
import * as queue from './queue.ts'

type Tools = {
  db: Db
  channels: readonly Channel[]
  log: { warn: (details: object, text: string) => void }
  fail: (ids: string[], from: 'sent', code: string) => Promise<void>
  onChanged: ((deliveries: readonly queue.DeliveryTopic[]) => Promise<void>) | undefined
}

export const openConfirmations = ({ db, channels, log, fail, onChanged }: Tools) => {
  const asked = channels.filter(({ confirm }) => confirm)
  let running: Promise<void> | undefined

  const confirmOf = async ({ name, confirm }: Channel): Promise<void> => {
    for (const { id, ...topic } of await queue.takeUnconfirmed(db, name)) {
      const confirmation = await confirm?.(id).catch((err: unknown) =>
        log.warn({ err, id }, 'the confirmation of a delivery could not be polled'),
      )
      if (!confirmation || confirmation.result === 'unknown') continue
      if (confirmation.result === 'delivered') await queue.confirmDelivery(db, id, 'delivered')
      else await fail([id], 'sent', confirmation.code)
      await onChanged?.([topic])
    }
  }

  return {
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
