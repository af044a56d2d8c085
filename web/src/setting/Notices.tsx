import { Button, NativeSelect, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Notice } from '#contract'
import { formatDate, formatTime } from '../i18n/format.ts'
import { currentLanguage, languages } from '../i18n/i18n.ts'
import { fieldErrors } from '../ui/form.ts'
import { ProblemText } from '../ui/ProblemText.tsx'
import { SettingRow } from '../ui/SettingRow.tsx'
import { toast } from '../ui/toast.ts'
import { usePublishNotice, useRemoveNotice } from './data.ts'
import classes from './ServerSettings.module.css'

const hours = [0, 4, 24, 168] as const
const HOUR_MS = 3_600_000

/** What everyone on the server is told, and a way to tell more. */
export const Notices = ({ notices }: { notices: readonly Notice[] }) => {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const [hebrew, setHebrew] = useState('')
  const [lasts, setLasts] = useState<number>(24)
  const publish = usePublishNotice()
  const remove = useRemoveNotice()
  const errors = fieldErrors(publish.error, t)
  const language = currentLanguage()
  const until = ({ expiresAt }: Notice) =>
    expiresAt
      ? t('notice.until', { time: `${formatDate(new Date(expiresAt), language)} ${formatTime(new Date(expiresAt))}` })
      : t('notice.always')
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const expiresAt = lasts ? new Date(Date.now() + lasts * HOUR_MS).toISOString() : null
    const translations: Notice['translations'] = hebrew.trim() ? { he: { text: hebrew.trim() } } : {}
    await publish.mutateAsync({ text, translations, expiresAt }).then(
      () => {
        setText('')
        setHebrew('')
        toast({ message: t('notice.published') })
      },
      // Shown under its field.
      () => {},
    )
  }
  return (
    <form className={classes.form} onSubmit={send} noValidate aria-label={t('notice.title')}>
      <h2 className={classes.title}>{t('notice.title')}</h2>
      {notices.map((notice) => (
        <SettingRow
          key={notice._id}
          name={notice.translations[language]?.text || notice.text}
          meta={until(notice)}
          remove={{ onPress: () => remove.mutate(notice._id) }}
        />
      ))}
      <Textarea
        label={t('notice.text', { language: languages.en.name })}
        withAsterisk
        autosize
        minRows={2}
        maxLength={2000}
        dir={languages.en.direction}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={errors.text}
      />
      <Textarea
        label={t('notice.text', { language: languages.he.name })}
        autosize
        minRows={2}
        maxLength={2000}
        dir={languages.he.direction}
        value={hebrew}
        onChange={(event) => setHebrew(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('notice.lasts')}
        value={String(lasts)}
        onChange={(event) => setLasts(Number(event.currentTarget.value))}
        data={hours.map((count) => ({
          value: String(count),
          label: count ? t('notice.hours', { count }) : t('notice.always'),
        }))}
      />
      <ProblemText problem={Object.keys(errors).length > 0 ? undefined : publish.error} />
      <Button type="submit" disabled={!text.trim()} loading={publish.isPending}>
        {t('notice.publish')}
      </Button>
    </form>
  )
}
