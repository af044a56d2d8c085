import { useTranslation } from 'react-i18next'
import classes from './PicturePreparing.module.css'

/** Says that a picture is being shrunk or, with `isHeld`, that its form waits for it. CSS delays the text. */
export const PicturePreparing = ({ isHeld = false }: { isHeld?: boolean }) => {
  const { t } = useTranslation()
  return (
    <p className={classes.text} role="status">
      {t(isHeld ? 'image.waiting' : 'image.preparing')}
    </p>
  )
}
