import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type Actor,
  inEveryLanguage,
  languageCodes,
  mayEver,
  orNotFound,
  Problem,
  type Settings,
  settingApi,
  type TileSet,
} from '#contract'
import type { Db } from '../../platform/db/database.ts'
import { serve } from '../../platform/http/serve.ts'
import { cleanRichText, plainText } from '../../platform/kit/rich-text.ts'
import * as services from '../service/queries.ts'
import * as settings from './queries.ts'
import { readRefusals } from './refusals.ts'

type About = {
  version: string
  setByEnvironment: readonly string[]
  liveStreams: () => number
  tileSets: () => Promise<TileSet[]>
  /** Writes the counts of this process, so that the reply includes them. */
  flushRefusals: () => Promise<void>
}

const answer = async (db: Db, actor: Actor | undefined, about: About): Promise<Settings> => {
  // Queries run concurrently, because in the morning each of them waits for a connection.
  const [service, stored, tileSets, days, notices] = await Promise.all([
    actor && services.byId(db, actor.serviceId),
    settings.read(db),
    about.tileSets(),
    settings.backupDays(db),
    actor ? settings.notices(db) : [],
  ])
  return {
    ...stored,
    tileSets,
    version: about.version,
    backupDays: days,
    setByEnvironment: actor ? [...about.setByEnvironment] : [],
    terms: service?.termsUpdatedAt
      ? inEveryLanguage((language) => service.terms[language] || (service.terms[service.mainLanguage] ?? ''))
      : null,
    termsOfUseUpdateTime: service?.termsUpdatedAt?.toISOString() ?? null,
    notices,
  }
}

export const settingRoutes = (about: About) => [
  serve(settingApi.read, async ({ db, actor, allow }) => {
    allow()
    return answer(db, actor, about)
  }),

  serve(settingApi.change, async ({ db, actor, body, allow, announce, audit }) => {
    allow()
    await settings.change(db, body)
    await announce({ type: 'SETTINGS_UPDATED' }, { everyone: true })
    await audit({ action: 'server.edit', detail: body })
    return answer(db, actor, about)
  }),

  serve(settingApi.health, async ({ db, allow }) => {
    allow()
    const database = await settings.databaseHealth(db)
    return {
      version: about.version,
      node: process.version,
      database: database.version,
      databaseMs: Math.round(database.ms * 10) / 10,
      uptimeSeconds: Math.round(process.uptime()),
      memoryMb: Math.round(process.memoryUsage().rss / 1e6),
      databaseMb: Math.round(database.bytes / 1e6),
      liveStreams: about.liveStreams(),
    }
  }),

  serve(settingApi.refusals, async ({ db, actor, allow }) => {
    allow()
    await about.flushRefusals()
    // A Technician who does not own the server sees refusals of the own service only.
    return readRefusals(db, mayEver(actor, 'server.edit') ? undefined : actor.serviceId)
  }),

  serve(settingApi.publishNotice, async ({ db, actor, body, allow, announce, audit }) => {
    allow()
    const id = await settings.addNotice(db, body, actor.id)
    await announce({ type: 'SETTINGS_UPDATED' }, { everyone: true })
    await audit({ action: 'notice.publish', targetKind: 'notice', targetId: id, targetName: body.text.slice(0, 100) })
    return answer(db, actor, about)
  }),

  serve(settingApi.removeNotice, async ({ db, params, allow, announce, audit }) => {
    allow()
    if (!(await settings.removeNotice(db, params.id))) throw new Problem('notFound')
    await announce({ type: 'SETTINGS_UPDATED' }, { everyone: true })
    await audit({ action: 'notice.remove', targetKind: 'notice', targetId: params.id })
    return {}
  }),

  serve(settingApi.publishTerms, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const { mainLanguage } = orNotFound(await services.byId(db, serviceId))
    const terms = inEveryLanguage(() => '')
    for (const language of languageCodes) {
      // Yields between languages, because cleaning long terms takes tens of milliseconds.
      await nextTurn()
      terms[language] = cleanRichText(body[language] ?? '')
    }
    await nextTurn()
    // Terms without any text are refused.
    if (!plainText(terms[mainLanguage])) throw new Problem('invalid', { fields: { [mainLanguage]: 'form.required' } })
    await services.publishTerms(db, serviceId, terms)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'terms.publish', targetKind: 'service', targetId: serviceId })
    return answer(db, actor, about)
  }),
]
