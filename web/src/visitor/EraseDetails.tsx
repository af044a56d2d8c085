import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { visitorApi } from '#contract'
import { call } from '../api/call.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import classes from './Activities.module.css'

/** Erases the visitor's name and phone number, after confirming in place. */
export const EraseDetails = ({ follow, onErased }: { follow: string; onErased: () => void }) => {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const erase = async () => {
    setIsBusy(true)
    try {
      await call(visitorApi.erase, { body: { follow } })
      forgetDrafts()
      onErased()
    } catch (error) {
      setProblem(error)
      setIsBusy(false)
    }
  }
  if (!isAsking)
    return (
      <div>
        <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
          {t('visitor.erase')}
        </Button>
      </div>
    )
  return (
    <section className={classes.card} aria-label={t('visitor.erase')}>
      <p className={classes.dim}>{t('visitor.eraseText')}</p>
      <ProblemText problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" autoFocus onClick={() => setIsAsking(false)}>
          {t('word.cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={erase}>
          {t('visitor.eraseNow')}
        </Button>
      </div>
    </section>
  )
}

/** Drafts in this tab contain the name and phone number too. */
const forgetDrafts = () => {
  for (const name of Object.keys(sessionStorage)) if (name.startsWith('draft.visitor.')) sessionStorage.removeItem(name)
}
