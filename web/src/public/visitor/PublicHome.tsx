import { IconListCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { ACTIVITIES, type KnownVisitor, type PublicPage, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { goTo } from './address.ts'
import type { KnownReports } from './data.ts'
import { placeIn } from './link-place.ts'
import classes from './PublicHome.module.css'
import { ReportForm } from './report/ReportForm.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

/** Lazy, because a poster's link opens one type and needs neither this choice nor the symbols of all types. */
const Choice = lazy(() => import('./Choice.tsx').then((file) => ({ default: file.Choice })))

const Activities = lazy(() => import('./Activities.tsx').then((file) => ({ default: file.Activities })))

type Props = {
  page: PublicPage
  token: string
  type: string | null
  at: string | null
  onChanged: () => void
  Known: KnownReports
}

export const PublicHome = ({ page, token, type, at, onChanged, Known }: Props) => {
  const { t } = useTranslation()
  const selectedType = page.types.find(({ _id }) => _id === type)
  return (
    <VisitorLayout service={page.service}>
      {selectedType ? (
        <ReportForm
          key={selectedType._id}
          page={page}
          token={token}
          type={selectedType}
          at={placeIn(at)}
          Known={Known}
        />
      ) : type === ACTIVITIES ? (
        <Suspense fallback={<Skeleton rows={4} label={t('word.loading')} />}>
          <Activities page={page} token={token} onChanged={onChanged} />
        </Suspense>
      ) : (
        <Suspense fallback={<Skeleton rows={4} label={t('word.loading')} />}>
          <Choice page={page} token={token} at={at} />
          {page.board && <Known board={page.board} />}
        </Suspense>
      )}
      {page.visitor && <OwnReports visitor={page.visitor} token={token} onForgotten={onChanged} />}
    </VisitorLayout>
  )
}

type MineProps = { visitor: KnownVisitor; token: string; onForgotten: () => void }

const OwnReports = ({ visitor, token, onForgotten }: MineProps) => {
  const { t } = useTranslation()
  const forget = () =>
    call(visitorApi.forget, { params: { link: token } }).then(
      () => {
        // Drafts in this tab contain details of the visitor who is being forgotten.
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
