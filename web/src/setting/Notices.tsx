import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldProblems, Notice } from '#contract'
import { formatDate, formatTime } from '../i18n/format.ts'
import { currentLanguage, languages } from '../i18n/i18n.ts'
import { ProblemText } from '../ui/feedback/ProblemText.tsx'
import { useDraftForm } from '../ui/forms/use-draft-form.ts'
import { SettingsSection } from '../ui/layout/SettingsSection.tsx'
import { SettingRow } from '../ui/lists/SettingRow.tsx'
import { toast } from '../ui/overlays/toast.ts'
import { usePublishNotice, useRemoveNotice } from './data.ts'

/** How long a notice is shown, in hours; 0: until removed. */
const durations = [0, 4, 24, 168] as const
const HOUR_MS = 3_600_000

type Values = { text: string; hebrew: string; lasts: number }
const blank: Values = { text: '', hebrew: '', lasts: 24 }

const check = ({ text }: Values): FieldProblems => (text.trim() === '' ? { text: 'form.required' } : {})

/** The notices of the server, and a form to publish one. */
export const Notices = ({ notices }: { notices: readonly Notice[] }) => {
  const { t } = useTranslation()
  const form = useDraftForm<Values>({ draft: 'notice', saved: blank, check })
  const { values, set } = form
  const publish = usePublishNotice()
  const remove = useRemoveNotice()
  const language = currentLanguage()
  const until = ({ expiresAt }: Notice) =>
    expiresAt
      ? t('notice.until', { time: `${formatDate(new Date(expiresAt), language)} ${formatTime(new Date(expiresAt))}` })
      : t('notice.always')
  const send = async () => {
    const { text, hebrew, lasts } = values
    const expiresAt = lasts ? new Date(Date.now() + lasts * HOUR_MS).toISOString() : null
    const translations: Notice['translations'] = hebrew.trim() ? { he: { text: hebrew.trim() } } : {}
    await publish.mutateAsync({ text, translations, expiresAt })
    form.discard()
    toast({ message: t('notice.published') })
  }
  return (
    <SettingsSection title={t('notice.title')} onSubmit={form.submit(send)}>
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
        {...form.textField('text')}
      />
      <Textarea
        label={t('notice.text', { language: languages.he.name })}
        autosize
        minRows={2}
        maxLength={2000}
        dir={languages.he.direction}
        {...form.textField('hebrew')}
      />
      <NativeSelect
        label={t('notice.lasts')}
        value={String(values.lasts)}
        onChange={(event) => set('lasts', Number(event.currentTarget.value))}
        data={durations.map((hours) => ({
          value: String(hours),
          label: t(`notice.for.${hours}`),
        }))}
      />
      <ProblemText problem={form.problem} />
      <Button type="submit" disabled={!values.text.trim()} loading={publish.isPending}>
        {t('notice.publish')}
      </Button>
    </SettingsSection>
  )
}
