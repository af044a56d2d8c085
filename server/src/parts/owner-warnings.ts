import { backupProblemText, backupWarningTexts, type MemberChannel } from '#contract'
import { messageMembers } from '../messaging/notification/actions.ts'
import { type OpenPlace, readBackupState } from '../operations/backup/state.ts'
import { noteJob } from '../operations/status/queries.ts'
import { mailMember } from '../people/mail/actions.ts'
import * as mails from '../people/mail/queries.ts'
import * as settings from '../people/setting/queries.ts'
import { databaseTime } from '../platform/db/clock.ts'
import type { Db } from '../platform/db/database.ts'
import type { Base } from './part.ts'

const EVERY_MS = 3_600_000
/** Channels for owners without an e-mail address. */
const WITHOUT_MAIL: readonly MemberChannel[] = ['push', 'sms']

const warnOwners = async (db: Db, kind: 'backupTooOld' | 'backupFailed', payload: object): Promise<void> => {
  const day = databaseTime().toISOString().slice(0, 10)
  for (const id of await mails.ownerIds(db))
    await mailMember(db, id, kind, { payload, dedupeKey: `${kind} ${day} ${id}` })
  const { name } = await settings.read(db)
  await messageMembers(db, await mails.ownersWithoutMail(db), {
    kind,
    message: { action: 'BACKUP_WARNING', texts: backupWarningTexts(name), path: '/?panel=serversettings' },
    channels: WITHOUT_MAIL,
    dedupeKey: `${kind} ${day}`,
  })
}

/** Warns while the last good backup is too old or the backup location cannot be read. */
export const warnOfOldBackups = async (db: Db, openPlace: OpenPlace): Promise<void> => {
  const { isTooOld, lastGood, placeProblem } = await readBackupState(db, openPlace)
  if (!isTooOld) return
  if (placeProblem !== null) await warnOfFailedBackup(db, placeProblem)
  else await warnOwners(db, 'backupTooOld', { lastGoodAt: lastGood?.toISOString() ?? null })
}

export const warnOfFailedBackup = (db: Db, problem: string): Promise<void> =>
  warnOwners(db, 'backupFailed', {
    reason: { en: backupProblemText(problem, 'en'), he: backupProblemText(problem, 'he') },
  })

export const startOwnerWarnings = (
  { database: { db }, log }: Base,
  { openPlace }: { openPlace: OpenPlace },
  wake: () => void,
) => {
  const warn = async () => {
    const problems: string[] = []
    await warnOfOldBackups(db, openPlace).then(wake, (err: Error) => {
      problems.push(err.message)
      log.warn({ err }, 'the owner could not be warned')
    })
    await noteJob(db, 'ownerWarnings', problems).catch((err: unknown) =>
      log.warn({ err }, 'a job could not be recorded'),
    )
  }
  const timer = setInterval(() => void warn(), EVERY_MS).unref()
  return { warn, stop: () => clearInterval(timer) }
}
