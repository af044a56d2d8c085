import { type Actor, invitableTypes } from '#contract'
import { InviteDialog } from '../../people/invite/InviteDialog.tsx'
import { rolesToChoose, useRoles } from '../../people/role/data.ts'

export const Inviting = ({ actor, onClose }: { actor: Actor; onClose: () => void }) => {
  const { data: roles } = useRoles(actor.serviceId)
  return roles ? <InviteDialog roles={rolesToChoose(roles)} types={invitableTypes(actor)} onClose={onClose} /> : null
}
