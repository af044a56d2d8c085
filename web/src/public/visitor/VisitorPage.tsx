import { lazy, Suspense, useCallback } from 'react'
import { visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { useAddressBar } from './address.ts'
import type { KnownReports } from './data.ts'
import { LoadingState } from './LoadingState.tsx'
import { loadFollowPage } from './load-follow-page.ts'
import { PublicHome } from './PublicHome.tsx'

const FollowLinkPage = lazy(() => loadFollowPage().then((file) => ({ default: file.FollowLinkPage })))

export const VisitorPage = ({ Known }: { Known: KnownReports }) => {
  const { token, type, at, follow } = useAddressBar()
  if (follow)
    return (
      <Suspense fallback={<LoadingState />}>
        <FollowLinkPage key={follow} follow={follow} />
      </Suspense>
    )
  return <PublicLinkPage key={token} token={token ?? ''} type={type} at={at} Known={Known} />
}

type PublicLinkProps = { token: string; type: string | null; at: string | null; Known: KnownReports }

const PublicLinkPage = ({ token, type, at, Known }: PublicLinkProps) => {
  const ask = useCallback((signal: AbortSignal) => call(visitorApi.page, { params: { link: token } }, signal), [token])
  const { data, problem, refetch } = useAnswer(ask)
  if (!data) return <LoadingState problem={problem} onRetry={refetch} />
  return <PublicHome page={data} token={token} type={type} at={at} onChanged={refetch} Known={Known} />
}
