import { type Actor, Problem, type Settings, settingApi } from '#contract'
import type { Db } from '../db/database.ts'
import { cleanRichText, plainText } from '../http/rich-text.ts'
import { serve } from '../http/serve.ts'
import * as services from '../service/queries.ts'
import * as settings from './queries.ts'

type About = { version: string; setByEnvironment: readonly string[] }

const answer = async (db: Db, actor: Actor | undefined, about: About): Promise<Settings> => {
  const service = actor && (await services.byId(db, actor.serviceId))
  return {
    ...(await settings.read(db)),
    version: about.version,
    setByEnvironment: actor ? [...about.setByEnvironment] : [],
    terms: service?.termsUpdatedAt
      ? { en: service.terms.en ?? '', he: service.terms.he || (service.terms.en ?? '') }
      : null,
    termsOfUseUpdateTime: service?.termsUpdatedAt?.toISOString() ?? null,
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

  serve(settingApi.publishTerms, async ({ db, actor, body, allow, announce, audit }) => {
    const { serviceId } = allow({ serviceId: actor.serviceId })
    const terms = { en: cleanRichText(body.en), he: cleanRichText(body.he) }
    // Markup around nothing is nothing to agree to.
    if (!plainText(terms.en)) throw new Problem('invalid', { fields: { en: 'form.required' } })
    await services.publishTerms(db, serviceId, terms)
    await announce({ type: 'SERVICE_UPDATED', serviceId })
    await audit({ action: 'terms.publish', targetKind: 'service', targetId: serviceId })
    return answer(db, actor, about)
  }),
]
