import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PublicService, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { onWorkerMessage } from '../../api/device/worker.ts'
import { useAnswer } from '../../api/use-answer.ts'
import classes from './FollowPage.module.css'
import { FollowPage } from './FollowPage.tsx'
import { LoadingState } from './LoadingState.tsx'
import { VisitorLayout } from './VisitorLayout.tsx'

const LOOK_AGAIN_MS = 20_000

export const FollowLinkPage = ({ follow }: { follow: string }) => {
  const ask = useCallback((signal: AbortSignal) => call(visitorApi.follow, { query: { follow } }, signal), [follow])
  const { data, problem, refetch, show } = useAnswer(ask, LOOK_AGAIN_MS)
  // Refetches if a notification arrives while the page is open.
  useEffect(() => onWorkerMessage(({ type }) => type === 'pushed' && refetch()), [refetch])
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
