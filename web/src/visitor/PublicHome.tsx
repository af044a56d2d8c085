import { IconCalendarEvent, IconChevronRight, IconListCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTIVITIES, type KnownVisitor, type PublicPage, visitorApi } from '#contract'
import { call } from '../api/call.ts'
import { titleOf } from '../i18n/titles.ts'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { goTo } from './address.ts'
import { nameOf } from './data.ts'
import classes from './PublicHome.module.css'
import { ReportForm } from './report/ReportForm.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

const Activities = lazy(() => import('./Activities.tsx').then((file) => ({ default: file.Activities })))

type Props = { page: PublicPage; token: string; type: string | null; onChanged: () => void }

/** What the public link opens: one event type, the activities, or a list of all. */
export const PublicHome = ({ page, token, type, onChanged }: Props) => {
  const { t } = useTranslation()
  const selectedType = page.types.find(({ _id }) => _id === type)
  return (
    <VisitorLayout service={page.service}>
      {selectedType ? (
        <ReportForm key={selectedType._id} page={page} token={token} type={selectedType} />
      ) : type === ACTIVITIES ? (
        <Suspense fallback={<Skeleton rows={4} label={t('word.loading')} />}>
          <Activities page={page} token={token} onChanged={onChanged} />
        </Suspense>
      ) : (
        <Choice page={page} token={token} />
      )}
      {page.visitor && <OwnReports visitor={page.visitor} token={token} onForgotten={onChanged} />}
    </VisitorLayout>
  )
}

const Choice = ({ page, token }: { page: PublicPage; token: string }) => {
  const { t } = useTranslation()
  const hasNothing = page.types.length === 0 && page.activities.length === 0
  return (
    <>
      <h1 className={classes.heading}>{t('visitor.choose')}</h1>
      <p className={classes.intro}>{t('visitor.chooseText', { service: titleOf(page.service) })}</p>
      {hasNothing && <p className={classes.intro}>{t('visitor.nothing')}</p>}
      <ul className={classes.list}>
        {page.types.map((type) => (
          <li key={type._id}>
            <button type="button" className={classes.choice} onClick={() => goTo({ token, type: type._id })}>
              <span className={classes.dot} style={{ background: type.colour }} aria-hidden />
              <bdi className={classes.name}>{nameOf(type)}</bdi>
              <IconChevronRight className={classes.onward} size={20} stroke={1.75} aria-hidden />
            </button>
          </li>
        ))}
        {page.activities.length > 0 && (
          <li>
            <button type="button" className={classes.choice} onClick={() => goTo({ token, type: ACTIVITIES })}>
              <IconCalendarEvent size={20} stroke={1.75} aria-hidden />
              <span className={classes.name}>{t('visitor.activities')}</span>
              <IconChevronRight className={classes.onward} size={20} stroke={1.75} aria-hidden />
            </button>
          </li>
        )}
      </ul>
    </>
  )
}

type MineProps = { visitor: KnownVisitor; token: string; onForgotten: () => void }

/** The link to the visitor's own page, and a button that makes a shared device forget the visitor. */
const OwnReports = ({ visitor, token, onForgotten }: MineProps) => {
  const { t } = useTranslation()
  const forget = () =>
    call(visitorApi.forget, { params: { link: token } }).then(
      () => {
        // Drafts on this device belong to the visitor who is being forgotten.
        for (const name of Object.keys(sessionStorage))
          if (name.startsWith('draft.visitor.')) sessionStorage.removeItem(name)
        location.reload()
      },
      () => onForgotten(),
    )
  return (
    <div className={classes.known}>
      <button type="button" className={classes.mine} onClick={() => goTo({ follow: visitor.follow })}>
        <IconListCheck size={20} stroke={1.75} aria-hidden />
        {t('visitor.mine')}
      </button>
      <button type="button" className={classes.mine} onClick={forget}>
        <span>{t('visitor.notMe', { name: visitor.firstName })}</span>
      </button>
    </div>
  )
}
