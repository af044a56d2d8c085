import type { PlanChoices } from '../../alarms/escalation/sentence.ts'
import { useRotas } from '../../alarms/rota/data.ts'
import { nameOf } from '../../i18n/names.ts'
import { useRoles } from '../../people/role/data.ts'
import { useTeam } from '../../people/user/team/data.ts'

export const usePlanChoices = (service: string) => {
  const team = useTeam()
  const roles = useRoles(service)
  const rotas = useRotas()
  const queries = [team, roles, rotas] as const
  const data: PlanChoices | undefined =
    team.data && roles.data && rotas.data
      ? {
          members: team.data.total
            .filter((member) => member.service._id === service)
            .map(({ _id, firstName, lastName }) => ({ _id, name: `${firstName} ${lastName}`.trim() })),
          roles: roles.data.map((role) => ({ _id: role._id, name: nameOf(role), isArchived: role.isArchived })),
          rotas: rotas.data,
        }
      : undefined
  return { data, error: team.error ?? roles.error ?? rotas.error, queries }
}
