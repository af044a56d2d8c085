import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import classes from './PlacingBar.module.css'

/** Where a form covers the map: looking at the map alone, to set something there. */
export type Placing = { isOn: boolean; start: () => void; stop: () => void }

type Props = { label: string; where: string; onDone: () => void; children?: ReactNode }

/** Below the map while a place is set on it: where the pin stands, and the way back. */
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
