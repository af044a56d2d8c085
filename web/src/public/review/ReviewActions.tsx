import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowMerge,
  IconBan,
  IconCheck,
  IconMessageQuestion,
  IconPlayerSkipForward,
  IconUserShare,
  IconX,
} from '@tabler/icons-react'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { HeldReportWithTwins } from '#contract'
import { isTyping } from '../../ui/browser/typing.ts'
import classes from './ReviewActions.module.css'

type Act = (() => void) | undefined

type Props = {
  /** Undefined if the queue is empty; then only undo is possible. */
  report: HeldReportWithTwins | undefined
  isBusy: boolean
  onAccept?: Act
  onMerge?: Act
  onRefuse?: Act
  onFalse?: Act
  onAsk?: Act
  onHand?: Act
  onSkip?: Act
  onUndo: Act
}

/** Large buttons with shortcuts. Key codes name physical keys, so they work with every keyboard layout. */
export const ReviewActions = ({ report, isBusy, ...on }: Props) => {
  const { t } = useTranslation()
  const twin = report?.twins[0]
  const actions = [
    { key: 'A', label: t('review.accept'), icon: IconCheck, run: on.onAccept, variant: 'filled' as const },
    {
      key: 'M',
      label: twin ? t('review.mergeInto', { number: twin.number }) : t('review.merge'),
      icon: IconArrowMerge,
      run: on.onMerge,
    },
    { key: 'R', label: t('review.refuse'), icon: IconX, run: on.onRefuse },
    { key: 'F', label: t('review.false'), icon: IconBan, run: on.onFalse },
    { key: 'Q', label: t('review.ask'), icon: IconMessageQuestion, run: on.onAsk },
    { key: 'H', label: t('review.hand'), icon: IconUserShare, run: on.onHand },
    { key: 'S', label: t('review.skip'), icon: IconPlayerSkipForward, run: on.onSkip },
    { key: 'U', label: t('review.undo'), icon: IconArrowBackUp, run: on.onUndo },
  ].filter(({ run }) => run !== undefined)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return
    if (isBusy || isTyping(event.target)) return
    const action = actions.find(({ key }) => event.code === `Key${key}`)
    if (!action) return
    event.preventDefault()
    action.run?.()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  if (actions.length === 0) return null
  return (
    <div className={classes.bar} data-print="no">
      {actions.map(({ key, label, icon: Icon, run, variant = 'default' }) => (
        <Button
          key={key}
          size="md"
          variant={variant}
          className={classes.action}
          disabled={isBusy}
          aria-keyshortcuts={key}
          leftSection={<Icon size={20} stroke={1.75} aria-hidden />}
          onClick={run}
        >
          {label}
          <kbd className={classes.key} aria-hidden>
            {key}
          </kbd>
        </Button>
      ))}
    </div>
  )
}
