import { MemberMessage } from '#contract'
import type { Db } from '../db/database.ts'
import { linkToken } from '../secret/sealing.ts'

export const readMessage = async (db: Db, payload: unknown): Promise<MemberMessage | undefined> => {
  const { data: message } = MemberMessage.safeParse(payload)
  if (!message?.tokenLink) return message
  const { id, path, buttonLabels } = message.tokenLink
  const token = await linkToken(db, id)
  return { ...message, path: path + token, ...(buttonLabels && { button: { labels: buttonLabels, notice: token } }) }
}
