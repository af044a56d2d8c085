import type { TFunction } from 'i18next'
import type { EscalationPlan, EscalationTarget } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { durationText } from '../../ui/fields/duration.ts'
import type { NamedItem } from '../../ui/lists/named-item.ts'

export type PlanChoices = {
  members: readonly NamedItem[]
  roles: readonly (NamedItem & { isArchived?: boolean })[]
  rotas: readonly NamedItem[]
}

const nameIn = (items: readonly NamedItem[], id: string, t: TFunction): string =>
  isolated(items.find(({ _id }) => _id === id)?.name ?? t('escalation.says.gone'))

const targetText = (target: EscalationTarget, { members, roles, rotas }: PlanChoices, t: TFunction): string => {
  if (target.type === 'member') return nameIn(members, target.memberId, t)
  return target.type === 'role'
    ? t('escalation.says.role', { name: nameIn(roles, target.roleId, t) })
    : t('escalation.says.onDuty', { name: nameIn(rotas, target.rotaId, t) })
}

const joined = (parts: readonly string[]): string =>
  new Intl.ListFormat(currentLanguage(), { type: 'conjunction' }).format(parts)

export const planSentences = (
  { levels }: Pick<EscalationPlan, 'levels'>,
  choices: PlanChoices,
  t: TFunction,
): string[] =>
  levels.map(({ targets, channels, waitSeconds }, index) =>
    t(index === levels.length - 1 ? 'escalation.says.last' : 'escalation.says.level', {
      number: index + 1,
      whom: joined(targets.map((target) => targetText(target, choices, t))),
      channels: joined(channels.map((channel) => t(`escalation.channel.${channel}`))),
      time: durationText(waitSeconds, t),
    }),
  )
