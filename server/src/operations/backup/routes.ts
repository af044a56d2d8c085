import { addressOf, type Backups, backupApi, orNotFound, Problem } from '#contract'
import * as settings from '../../people/setting/queries.ts'
import { isOwnPassword } from '../../people/user/actions.ts'
import type { Db } from '../../platform/db/database.ts'
import { type Route, serve, serveRaw } from '../../platform/http/serve.ts'
import type { BackupPlace } from './backup-place.ts'
import { kindOf } from './make.ts'
import * as backups from './queries.ts'
import type { RestoreOrder } from './replace-all.ts'
import { readBackupState } from './state.ts'
import { makeTicket, readTicket } from './tickets.ts'

type Tools = {
  place: string
  openPlace: () => Promise<BackupPlace>
  begin: () => void
  isMaking: () => boolean
  restore: (order: RestoreOrder) => void
  isRestoring: () => boolean
  passphrase: string | undefined
}

const answer = async (db: Db, tools: Tools, hasBegun = false): Promise<Backups> => {
  const { passphrase, isRestoring } = tools
  // Read before the other state, so that the reply shows the result of a backup that has just finished.
  const isRunning = hasBegun || tools.isMaking() || (await backups.isRunning(db))
  const { stored, placeProblem, lastGood, isTooOld, setting } = await readBackupState(db, tools.openPlace)
  const { isNightly, time, keep, problem, restoreProblem } = setting
  return {
    place: tools.place,
    placeProblem,
    isEncrypted: passphrase !== undefined,
    nightly: { isOn: isNightly, time, keep },
    isRunning,
    problem,
    lastGoodAt: lastGood?.toISOString() ?? null,
    isTooOld,
    isRestoring: isRestoring(),
    restoreProblem,
    backups: stored.map(({ name, bytes, modifiedAt }) => ({
      name,
      kind: kindOf(name) ?? null,
      createdAt: modifiedAt.toISOString(),
      bytes,
      isEncrypted: name.endsWith('.enc'),
    })),
  }
}

export const backupRoutes = (tools: Tools): Route[] => [
  serve(backupApi.read, async ({ db, allow }) => {
    allow()
    return answer(db, tools)
  }),

  serve(backupApi.make, async ({ db, allow, audit, afterCommit }) => {
    allow()
    await audit({ action: 'backup.make' })
    afterCommit(tools.begin)
    return answer(db, tools, true)
  }),

  serve(backupApi.change, async ({ db, body, allow, audit }) => {
    allow()
    await backups.changeNightly(db, body)
    await audit({ action: 'backup.edit', detail: body })
    return answer(db, tools)
  }),

  serve(backupApi.download, {
    prepare: async ({ db, actor, params, body }) => {
      if (!(await isOwnPassword(db, actor.id, body.password)))
        throw new Problem('invalid', { fields: { password: 'form.passwordWrong' } })
      const place = await tools.openPlace()
      if (!(await place.list()).some(({ name }) => name === params.name)) throw new Problem('notFound')
    },
    handle: async ({ db, params: { name }, allow, audit }) => {
      allow()
      await audit({ action: 'backup.download', targetKind: 'backup', targetName: name })
      return { url: addressOf(backupApi.file, { ticket: await makeTicket(db, name) }) }
    },
  }),

  serve(backupApi.restore, {
    prepare: async ({ db, actor, params, body }) => {
      if (!(await isOwnPassword(db, actor.id, body.password)))
        throw new Problem('invalid', { fields: { password: 'form.passwordWrong' } })
      if (body.serverName.trim() !== (await settings.read(db)).name.trim())
        throw new Problem('invalid', { fields: { serverName: 'form.invalid' } })
      const place = await tools.openPlace()
      if (!(await place.list()).some(({ name }) => name === params.name)) throw new Problem('notFound')
      if (tools.isRestoring() || (await backups.isRunning(db))) throw new Problem('conflict')
      return place
    },
    handle: async ({ db, actor, params: { name }, body, client, prepared: place, allow, audit, afterCommit }) => {
      allow()
      await backups.noteRestoreEnd(db, null)
      await audit({ action: 'backup.restore', targetKind: 'backup', targetName: name })
      const open = async () => orNotFound(await place.open(name)).stream
      const passphrase = body.passphrase || tools.passphrase
      afterCommit(() => tools.restore({ open, name, passphrase, mayReplace: true, actor, address: client.address }))
      return { ...(await answer(db, tools)), isRestoring: true }
    },
  }),

  serveRaw(backupApi.file, async ({ db, params, allow }) => {
    allow()
    const name = await readTicket(db, params.ticket)
    const stored = name ? await (await tools.openPlace()).open(name) : undefined
    if (!stored) throw new Problem('notFound')
    return {
      status: 200,
      headers: {
        'content-type': 'application/octet-stream',
        'content-length': stored.bytes,
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
      stream: stored.stream,
    }
  }),
]
