import {
  type EscalationPlan,
  EscalationPlanDraft,
  type EscalationTarget,
  type FieldProblems,
  fieldProblems,
  type MemberChannel,
} from '#contract'

export type LevelValues = {
  key: string
  /** Recipients, as `member.ID`, `role.ID` or `onDuty.ID`. */
  whom: string[]
  channels: MemberChannel[]
  waitSeconds: number
  /** 0 means no repeats. */
  repeatSeconds: number
}

export type PlanValues = { name: string; levels: LevelValues[]; remindSeconds: number }

let keys = 0
export const newLevel = (some: Partial<LevelValues> = {}): LevelValues => ({
  whom: [],
  channels: ['push', 'sms', 'email'],
  waitSeconds: 600,
  repeatSeconds: 300,
  ...some,
  key: `${++keys}`,
})

export const emptyPlan = (): PlanValues => ({ name: '', levels: [newLevel()], remindSeconds: 3600 })

const keyOf = (target: EscalationTarget): string => {
  if (target.type === 'member') return `member.${target.memberId}`
  return target.type === 'role' ? `role.${target.roleId}` : `onDuty.${target.rotaId}`
}

const targetOf = (key: string): EscalationTarget => {
  const [type = '', id = ''] = key.split('.')
  if (type === 'role') return { type, roleId: id }
  return type === 'onDuty' ? { type, rotaId: id } : { type: 'member', memberId: id }
}

export const planValues = ({ name, levels, remindSeconds }: EscalationPlan): PlanValues => ({
  name,
  remindSeconds: remindSeconds ?? 0,
  levels: levels.map(({ targets, channels, waitSeconds, repeatSeconds }) =>
    newLevel({ whom: targets.map(keyOf), channels, waitSeconds, repeatSeconds: repeatSeconds ?? 0 }),
  ),
})

export const checkedPlan = ({
  name,
  levels,
  remindSeconds,
}: PlanValues): { body: EscalationPlanDraft | undefined; problems: FieldProblems } => {
  const { data, error } = EscalationPlanDraft.safeParse({
    name,
    remindSeconds: remindSeconds || null,
    levels: levels.map(({ whom, channels, waitSeconds, repeatSeconds }) => ({
      targets: whom.map(targetOf),
      channels,
      waitSeconds,
      repeatSeconds: repeatSeconds || null,
    })),
  })
  return data ? { body: data, problems: {} } : { body: undefined, problems: fieldProblems(error) }
}
