import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './UploadProgress.module.css'

export const UploadProgress = ({ sent }: { sent: number }) => {
  const { t } = useTranslation()
  const percent = Math.round(sent * 100)
  return (
    <div className={classes.progress}>
      <Progress.Root size="md" className={classes.bar}>
        <Progress.Section value={percent} aria-label={t('image.sending')} />
      </Progress.Root>
      <bdi>{t('image.percent', { percent })}</bdi>
    </div>
  )
}
