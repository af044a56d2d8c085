import { lazy, type ReactNode, Suspense, useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { LeaveForm } from '../../ui/forms/open-form.ts'
import { useWorkspace } from '../workspace/use-workspace.ts'
import { type Form, type FormKind, leaveForm, readForm } from '../workspace/workspace.ts'

const EventEditor = lazy(
  withTexts(['work'], () => import('./EventEditor.tsx').then((file) => ({ default: file.EventEditor }))),
)

const MetricEditor = lazy(
  withTexts(['metrics'], () => import('./MetricEditor.tsx').then((file) => ({ default: file.MetricEditor }))),
)
const RegionEditor = lazy(
  withTexts(['metrics', 'work'], () => import('./RegionEditor.tsx').then((file) => ({ default: file.RegionEditor }))),
)

const teamForms = withTexts(['admin'], () => import('../settings/TeamForms.tsx'))
const RoleEditor = lazy(() => teamForms().then((file) => ({ default: file.RoleEditor })))
const ActionEditor = lazy(() => teamForms().then((file) => ({ default: file.ActionEditor })))

const ActivityEditor = lazy(
  withTexts(['work', 'activities'], () =>
    import('./ActivityEditor.tsx').then((file) => ({ default: file.ActivityEditor })),
  ),
)

const EventTypeEditor = lazy(
  withTexts(['admin', 'work'], () =>
    import('../settings/EventTypeSettings.tsx').then((file) => ({ default: file.EventTypeEditor })),
  ),
)
const RuleEditor = lazy(
  withTexts(['admin', 'rules'], () =>
    import('../settings/RuleSettings.tsx').then((file) => ({ default: file.RuleEditor })),
  ),
)
const escalationForms = withTexts(['admin', 'rules'], () => import('../settings/EscalationSettings.tsx'))
const PlanEditor = lazy(() => escalationForms().then((file) => ({ default: file.PlanEditor })))
const RotaEditor = lazy(() => escalationForms().then((file) => ({ default: file.RotaEditor })))
const areaForms = withTexts(['sensors', 'work'], () => import('./AreaEditor.tsx'))
const AreaEditor = lazy(() => areaForms().then((file) => ({ default: file.AreaEditor })))
const SensorEditor = lazy(() => areaForms().then((file) => ({ default: file.SensorEditor })))

const GroupEditor = lazy(
  withTexts(['work', 'activities'], () => import('./GroupEditor.tsx').then((file) => ({ default: file.GroupEditor }))),
)

type Body = (props: { id: string | undefined; profile: Profile }) => ReactNode

const bodies: Record<FormKind, Body> = {
  event: ({ id, profile }) => <EventEditor nonce={id} profile={profile} />,
  metric: ({ id, profile }) => <MetricEditor id={id} profile={profile} />,
  region: (props) => <RegionEditor kind="region" {...props} />,
  localmap: (props) => <RegionEditor kind="localmap" {...props} />,
  rule: (props) => <RuleEditor {...props} />,
  escalation: (props) => <PlanEditor {...props} />,
  rota: (props) => <RotaEditor {...props} />,
  role: (props) => <RoleEditor {...props} />,
  action: (props) => <ActionEditor {...props} />,
  activity: ({ id, profile }) => <ActivityEditor nonce={id} profile={profile} />,
  eventType: (props) => <EventTypeEditor {...props} />,
  area: ({ id, profile }) => <AreaEditor nonce={id} profile={profile} />,
  sensor: ({ id, profile }) => <SensorEditor id={id} profile={profile} />,
  group: ({ id, profile }) => <GroupEditor id={id} profile={profile} />,
}

export const FormBody = ({ form, profile }: { form: Form; profile: Profile }) => {
  const { t } = useTranslation()
  const { kind, id } = readForm(form)
  const { go } = useWorkspace()
  const leave = useCallback(() => go(leaveForm), [go])
  return (
    <LeaveForm value={leave}>
      <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>{bodies[kind]({ id, profile })}</Suspense>
    </LeaveForm>
  )
}
