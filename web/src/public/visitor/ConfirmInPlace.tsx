import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import classes from './Activities.module.css'

type Props = {
  label: string
  text: string
  confirm: string
  isCard?: boolean
  onConfirm: () => Promise<void>
}

/** Confirms inline, because a dialog component would be larger than the whole page. */
export const ConfirmInPlace = ({ label, text, confirm, isCard, onConfirm }: Props) => {
  const { t } = useTranslation()
  const [isAsking, setIsAsking] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const run = async () => {
    setIsBusy(true)
    try {
      await onConfirm()
    } catch (error) {
      setProblem(error)
      setIsBusy(false)
    }
  }
  if (!isAsking)
    return (
      <div>
        <Button variant="subtle" color="gray" onClick={() => setIsAsking(true)}>
          {label}
        </Button>
      </div>
    )
  return (
    <section className={isCard ? classes.card : undefined} aria-label={label}>
      <p className={classes.dim}>{text}</p>
      <ProblemText problem={problem} />
      <div className={classes.buttons}>
        <Button variant="default" autoFocus={isCard} onClick={() => setIsAsking(false)}>
          {t('word.cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={run}>
          {confirm}
        </Button>
      </div>
    </section>
  )
}
