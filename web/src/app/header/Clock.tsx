import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '../../i18n/format.ts'
import classes from './Clock.module.css'

const REFRESH_MS = 500

export const Clock = () => {
  const { t } = useTranslation()
  const [time, setTime] = useState(() => formatTime(new Date()))
  useEffect(() => {
    const timer = setInterval(() => setTime(formatTime(new Date())), REFRESH_MS)
    return () => clearInterval(timer)
  }, [])
  return (
    <time className={classes.clock} title={t('header.clock')}>
      {time}
    </time>
  )
}
