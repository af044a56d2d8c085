import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { backupProblemText, type Fault, type FaultValues, faultValues } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { isolated } from '../../i18n/isolated.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsList } from '../../ui/layout/SettingsList.tsx'
import { useFaults } from './data.ts'

/** Isolates hosts, paths and numbers, so that Hebrew text does not reorder them. */
const isolatedValues = (values: Fault['values']): FaultValues =>
  Object.fromEntries(faultValues.map((name) => [name, isolated(values[name] ?? '')])) as FaultValues

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
          <SettingsList
            rows={data.faults.map(({ name, sentenceKey, remedyKey, values }) => {
              const { reason } = values
              const texts = isolatedValues({
                ...values,
                ...(reason && { reason: backupProblemText(String(reason), currentLanguage()) }),
              })
              return {
                key: name,
                text: <strong>{t(`status.fault.sentence.${sentenceKey}`, texts)}</strong>,
                meta: t(`status.fault.remedy.${remedyKey}`, texts),
              }
            })}
          />
        </div>
      )}
    </section>
  )
}
