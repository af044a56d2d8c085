import { orNotFound, Problem, serviceApi } from '#contract'
import * as roles from '../../people/role/queries.ts'
import * as services from '../../people/service/queries.ts'
import * as sessions from '../../people/session/queries.ts'
import * as tokens from '../../people/token/queries.ts'
import { addMember, demandNewPassword } from '../../people/user/actions.ts'
import * as users from '../../people/user/queries.ts'
import { serve } from '../../platform/http/serve.ts'
import { publish } from '../../platform/outbox/outbox.ts'
import { hashPassword } from '../../platform/secret/passwords.ts'
import { applySet } from '../starter/actions.ts'

export const serverServiceRoutes = [
  serve(serviceApi.ofServer, async ({ db, allow }) => {
    allow()
    return services.ofServer(db)
  }),

  serve(serviceApi.create, {
    prepare: ({ body }) => hashPassword(body.password),
    handle: async ({ db, body, prepared, allow, audit }) => {
      allow()
      const serviceId = await services.create(db, body)
      const roleId = await roles.addFirst(db, serviceId, body.mainLanguage)
      if (body.starterSet) await applySet(db, { _id: serviceId, mainLanguage: body.mainLanguage }, body.starterSet)
      const memberId = await addMember(db, {
        serviceId,
        roleId,
        type: 'Technician',
        username: body.username,
        passwordHash: prepared,
        firstName: body.firstName,
        lastName: body.lastName,
        phone: '',
        allowCsvDownload: true,
      })
      await demandNewPassword(db, memberId)
      await audit({ action: 'service.create', targetKind: 'service', targetId: serviceId, targetName: body.title })
      return orNotFound((await services.ofServer(db)).find(({ _id }) => _id === serviceId))
    },
  }),

  serve(serviceApi.remove, async ({ db, actor, params, allow, audit }) => {
    allow()
    if (params.id === actor.serviceId) throw new Problem('ownService')
    const service = orNotFound((await services.ofServer(db)).find(({ _id }) => _id === params.id))
    const memberIds = await services.remove(db, service._id)
    // Published before the sessions end, while the members' streams are still open.
    await publish(
      db,
      memberIds.map((userId) => ({ memberIds: [userId], message: { type: 'USER_LOGOFF', userId } })),
    )
    await sessions.endAllOf(db, memberIds)
    await tokens.revokeAllOf(db, memberIds)
    await users.remove(db, memberIds)
    await audit({ action: 'service.delete', targetKind: 'service', targetId: service._id, targetName: service.title })
    return {}
  }),
]
