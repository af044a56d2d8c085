import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countdownText, useTimeLeft } from '../../ui/browser/countdown.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'

type Props = { seconds: number; onOver: () => void }

/** Counts down until the next attempt to sign in. The server refuses earlier ones. */
export const SignInWait = ({ seconds, onOver }: Props) => {
  const { t } = useTranslation()
  const [until] = useState(() => new Date(Date.now() + seconds * 1000).toISOString())
  const leftMs = useTimeLeft(until)
  const isOver = leftMs === 0
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (isOver) end()
  }, [isOver])
  return (
    <Notice text={t('problem.manySignIns')}>
      <bdi role="timer">{countdownText(leftMs)}</bdi>
    </Notice>
  )
}
