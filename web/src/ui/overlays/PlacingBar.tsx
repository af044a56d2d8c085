import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import classes from './PlacingBar.module.css'

export type Placing = { isOn: boolean; start: () => void; stop: () => void }

type Props = { label: string; where: string; onDone: () => void; children?: ReactNode }

/** A bar over the map while the user places a pin: the pin's address, and a button that returns to the form. */
export const PlacingBar = ({ label, where, onDone, children }: Props) => {
  const { t } = useTranslation()
  return createPortal(
    <section className={classes.bar} aria-label={label}>
      <p className={classes.where} role="status">
        <bdi>{where}</bdi>
      </p>
      {children}
      <Button onClick={onDone}>{t('word.done')}</Button>
    </section>,
    document.body,
  )
}
