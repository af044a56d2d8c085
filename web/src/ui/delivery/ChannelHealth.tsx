import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '../layout/Settings.module.css'
import { codeText } from './codes.ts'
import { useAge } from './StateText.tsx'

type Props = {
  lastSentAt: string | null
  lastError: { code: string; at: string } | null
  children: ReactNode
}

export const ChannelHealth = ({ lastSentAt, lastError, children }: Props) => {
  const { t } = useTranslation()
  const ageOf = useAge()
  return (
    <>
      <div>
        <p>{lastSentAt ? t('delivery.lastSent', { time: ageOf(lastSentAt) }) : t('delivery.never')}</p>
        <p className={classes.hint}>{children}</p>
      </div>
      {lastError && (
        <p className={classes.warning} role="alert">
          {t('delivery.failed', { time: ageOf(lastError.at), code: codeText(lastError.code, t) })}
        </p>
      )}
    </>
  )
}
