import { Button, Progress, VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { GettingStarted, GettingStartedStep } from '#contract'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from './GettingStartedCard.module.css'

type Props = { steps: GettingStarted; onOpen: (step: GettingStartedStep) => void; onDismiss: () => void }

export const GettingStartedCard = ({ steps, onOpen, onDismiss }: Props) => {
  const { t } = useTranslation()
  const done = steps.filter(({ isDone }) => isDone).length
  const isAllDone = done === steps.length
  const progress = t('gettingStarted.progress', { done, all: steps.length })
  return (
    <section className={classes.card} aria-label={t('gettingStarted.title')}>
      <header className={classes.header}>
        <h3 className={classes.title}>{t('gettingStarted.title')}</h3>
        <span className={classes.progress}>{progress}</span>
        <IconButton icon={IconX} label={t('gettingStarted.dismiss')} size={32} onClick={onDismiss} />
      </header>
      <Progress value={(100 * done) / Math.max(1, steps.length)} size="xs" aria-label={progress} />
      {isAllDone ? (
        <p className={classes.about}>{t('gettingStarted.allDone')}</p>
      ) : (
        <ul className={classes.steps}>
          {steps.map(({ name, isDone }) => (
            <li key={name} className={classes.step} data-done={isDone || undefined}>
              {isDone ? (
                <IconCircleCheckFilled size={22} className={classes.tick} aria-hidden />
              ) : (
                <IconCircle size={22} stroke={1.5} className={classes.open} aria-hidden />
              )}
              <span className={classes.text}>
                <span className={classes.name}>{t(`gettingStarted.step.${name}.name`)}</span>
                {isDone ? (
                  <VisuallyHidden>{t('gettingStarted.isDone')}</VisuallyHidden>
                ) : (
                  <span className={classes.about}>{t(`gettingStarted.step.${name}.about`)}</span>
                )}
              </span>
              <Button
                variant={isDone ? 'subtle' : 'light'}
                size="compact-sm"
                className={classes.press}
                aria-label={`${t(`gettingStarted.step.${name}.press`)}: ${t(`gettingStarted.step.${name}.name`)}`}
                onClick={() => onOpen(name)}
              >
                {t(`gettingStarted.step.${name}.press`)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
