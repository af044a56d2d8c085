import { IconSpeakerphone, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Notice, textIn } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { IconButton } from '../../ui/icons/IconButton.tsx'
import classes from './ServerSettings.module.css'

const KEY = 'cohesion.noticesRead'
const readIds = (): string[] => JSON.parse(localStorage.getItem(KEY) ?? '[]') as string[]

export const NoticeBar = ({ notices }: { notices: readonly Notice[] }) => {
  const { t } = useTranslation()
  const [read, setRead] = useState(readIds)
  const notice = notices.find(({ _id }) => !read.includes(_id))
  if (!notice) return null
  const putAway = () => {
    // Drops the ids of dismissed notices that no longer exist.
    const next = [...read.filter((id) => notices.some(({ _id }) => _id === id)), notice._id]
    localStorage.setItem(KEY, JSON.stringify(next))
    setRead(next)
  }
  return (
    <div className={classes.bar} role="status">
      <IconSpeakerphone size={18} stroke={1.75} aria-hidden />
      <p className={classes.words} dir="auto">
        {textIn(notice, 'text', currentLanguage())}
      </p>
      <IconButton icon={IconX} label={t('word.close')} size={36} onClick={putAway} />
    </div>
  )
}
