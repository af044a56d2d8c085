import { useTranslation } from 'react-i18next'
import classes from './PicturePreparing.module.css'

/** Says that a picture is being made smaller, or that its form waits for that; hidden for a moment (by CSS). */
export const PicturePreparing = ({ isHeld = false }: { isHeld?: boolean }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.text} role="status">
      {t(isHeld ? 'image.waiting' : 'image.preparing')}
    </p>
  )
}
