import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import parts from '../ui/layout/Settings.module.css'
import { SettingsList } from '../ui/layout/SettingsList.tsx'
import { useFaults } from './data.ts'

/** Looks for what usually goes wrong. Sentences and remedies are those of the console, which are in English. */
export const Doctor = () => {
  const { t } = useTranslation()
  const [isAsked, setIsAsked] = useState(false)
  const { data, error, isFetching, refetch } = useFaults(isAsked)
  const look = () => (isAsked ? void refetch() : setIsAsked(true))
  return (
    <section aria-label={t('status.doctor')}>
      <h3 className={parts.subtitle}>{t('status.doctor')}</h3>
      <p className={parts.hint}>{t('status.doctorHint')}</p>
      <Button variant="light" onClick={look} loading={isFetching}>
        {t('status.examine')}
      </Button>
      {error && !isFetching && <ProblemText problem={error} onRetry={() => refetch()} />}
      {data && (
        <div role="status">
          <p>
            {data.faults.length > 0
              ? t('status.faults', { count: data.faults.length, checks: data.checks })
              : t('status.noFaults', { checks: data.checks })}
          </p>
          <div dir="ltr" lang="en">
            <SettingsList
              rows={data.faults.map(({ name, sentence, remedy }) => ({
                key: name,
                text: <strong>{sentence}</strong>,
                meta: remedy,
              }))}
            />
          </div>
        </div>
      )}
    </section>
  )
}
