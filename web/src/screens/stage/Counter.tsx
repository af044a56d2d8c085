import { VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './Counters.module.css'

type Props = {
  state: string
  label: string
  title?: string
  value: string | undefined
  isPressed: boolean
  onPress: () => void
  children?: ReactNode
}

export const Counter = ({ state, label, title, value, isPressed, onPress, children }: Props) => {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={classes.counter}
      data-state={state}
      title={title}
      aria-pressed={isPressed}
      onClick={onPress}
    >
      <span className={classes.dot} aria-hidden />
      <bdi className={classes.label}>{label}</bdi>
      <span className={classes.number}>
        {value ?? (
          <>
            <span aria-hidden>–</span>
            <VisuallyHidden>{t('footer.unknown')}</VisuallyHidden>
          </>
        )}
      </span>
      {children}
    </button>
  )
}
