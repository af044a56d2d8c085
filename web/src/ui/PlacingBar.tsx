import { Button } from '@mantine/core'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import classes from './PlacingBar.module.css'

/** Below the map while a place is set on it: where the pin stands, and the way back. */
export const PlacingBar = ({ label, where, onDone }: { label: string; where: string; onDone: () => void }) => {
  const { t } = useTranslation()
  return createPortal(
    <section className={classes.bar} aria-label={label}>
      <p className={classes.where} role="status">
        <bdi>{where}</bdi>
      </p>
      <Button onClick={onDone}>{t('word.done')}</Button>
    </section>,
    document.body,
  )
}
