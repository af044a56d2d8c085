import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { Profile } from '#contract'
import { withTexts } from '../../i18n/i18n.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { Workspace } from '../workspace.ts'

const EventEditor = lazy(
  withTexts(['work'], () => import('./EventEditor.tsx').then((file) => ({ default: file.EventEditor }))),
)

type Form = NonNullable<Workspace['form']>

export const formTitle = (form: Form) => (form === 'new' ? ('panel.newEvent' as const) : ('panel.editEvent' as const))

/** The form that stands in the place of a panel's list. */
export const FormBody = ({ form, profile }: { form: Form; profile: Profile }) => {
  const { t } = useTranslation()
  return (
    <Suspense fallback={<Skeleton rows={6} label={t('word.loading')} />}>
      <EventEditor form={form} profile={profile} />
    </Suspense>
  )
}
