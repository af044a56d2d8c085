import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Problem, type PublicService, visitorApi } from '#contract'
import { call } from '../api/call.ts'
import { useAnswer } from '../api/use-answer.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useAddressBar } from './address.ts'
import type { KnownReports } from './data.ts'
import classes from './FollowPage.module.css'
import { FollowPage } from './FollowPage.tsx'
import { PublicHome } from './PublicHome.tsx'
import { LinkGone, VisitorLayout } from './VisitorLayout.tsx'

/** The page of a public link or a follow link: no account, no menu. */
export const VisitorPage = ({ Known }: { Known: KnownReports }) => {
  const { token, type, at, follow } = useAddressBar()
  if (follow) return <FollowLinkPage key={follow} follow={follow} />
  return <PublicLinkPage key={token} token={token ?? ''} type={type} at={at} Known={Known} />
}

type PublicLinkProps = { token: string; type: string | null; at: string | null; Known: KnownReports }

const PublicLinkPage = ({ token, type, at, Known }: PublicLinkProps) => {
  const ask = useCallback((signal: AbortSignal) => call(visitorApi.page, { params: { link: token } }, signal), [token])
  const { data, problem, refetch } = useAnswer(ask)
  if (!data) return <LoadingState problem={problem} onRetry={refetch} />
  return <PublicHome page={data} token={token} type={type} at={at} onChanged={refetch} Known={Known} />
}

const LOOK_AGAIN_MS = 20_000

const FollowLinkPage = ({ follow }: { follow: string }) => {
  const ask = useCallback((signal: AbortSignal) => call(visitorApi.follow, { query: { follow } }, signal), [follow])
  const { data, problem, refetch, show } = useAnswer(ask, LOOK_AGAIN_MS)
  const [isErased, setIsErased] = useState(false)
  if (isErased) return <Erased service={data?.service} />
  if (!data) return <LoadingState problem={problem} onRetry={refetch} />
  return (
    <FollowPage
      followed={data}
      follow={follow}
      problem={problem}
      onRetry={refetch}
      onChanged={show}
      onErased={() => setIsErased(true)}
    />
  )
}

const Erased = ({ service }: { service: PublicService | undefined }) => {
  const { t } = useTranslation()
  return (
    <VisitorLayout {...(service && { service })}>
      <section role="status">
        <h1 className={classes.heading}>{t('visitor.erased')}</h1>
        <p>{t('visitor.erasedText')}</p>
      </section>
    </VisitorLayout>
  )
}

const LoadingState = ({ problem, onRetry }: { problem: unknown; onRetry: () => void }) => {
  const { t } = useTranslation()
  const isGone = problem instanceof Problem && problem.code === 'notFound'
  return (
    <VisitorLayout>
      {isGone ? <LinkGone /> : <ProblemText problem={problem} onRetry={onRetry} />}
      {!problem && <Skeleton rows={4} label={t('word.loading')} />}
    </VisitorLayout>
  )
}
