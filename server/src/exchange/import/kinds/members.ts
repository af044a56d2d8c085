import { type Actor, may } from '#contract'
import { inviteImported, knownAddresses, withdrawImported } from '../../../people/invite/imported.ts'
import type { Db } from '../../../platform/db/database.ts'
import { recordAudit } from '../../../platform/http/audit.ts'
import type { Decision } from './decide.ts'
import { created, missing, type RecordKind, rejected, withoutRepeats } from './record.ts'

type Invite = Parameters<typeof inviteImported>[1]

const send = async (db: Db, author: Actor, importId: string | null, invite: Invite): Promise<string> => {
  const id = await inviteImported(db, invite)
  const detail = { role: invite.roleId, permission: invite.type, byMail: true, import: importId }
  await recordAudit(db, { actor: author, action: 'member.invite', outcome: 'done', detail, address: '' })
  return id
}

/** Rows become mailed invitations. An address with a valid invitation gets no second one. */
export const members: RecordKind = {
  decide: async (db, readings, { serviceId, context, mapping, author, canMail, importId }) => {
    const addresses = readings.flatMap(({ values: { email } }) => email ?? [])
    const { members: there, invited } = await knownAddresses(db, serviceId, addresses)
    return withoutRepeats(
      readings,
      'email',
      ({ values: { email } }) => email,
      (reading): Decision => {
        const { email, access: type = 'Operator' } = reading.values
        const role = reading.values.role ?? context.roleById.get(mapping.role ?? '')
        const lacking = [...(email ? [] : [missing('email')]), ...(role ? [] : [missing('role')])]
        if (!email || !role || lacking.length + reading.reasons.length > 0) return rejected(reading, lacking)
        if (!canMail) return rejected(reading, [{ code: 'noMail', field: 'email', value: email.slice(0, 100) }])
        if (!may(author, 'member.invite', { serviceId, type }))
          return rejected(reading, [{ code: 'notAllowed', field: 'access', value: type }])
        if (there.has(email))
          return rejected(reading, [{ code: 'isMember', field: 'email', value: email.slice(0, 100) }])
        if (invited.has(email)) return { reading, outcome: 'unchanged', reasons: [] }
        const { language } = mapping
        const invite = { serviceId, roleId: role._id, type, createdBy: author.id, email, language }
        return created(reading, (own) => send(own, author, importId, invite))
      },
    )
  },

  changedAt: async () => new Map(),
  undo: (db, _, rows) => withdrawImported(db, rows.map(({ id }) => id)), // biome-ignore format: one call
  publish: async () => {},
}
