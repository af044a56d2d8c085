import { Button, NativeSelect, Textarea } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type FieldProblems, type Notice, type Translations, textIn } from '#contract'
import { formatDate, formatTime } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { useTextLanguages } from '../../i18n/main-language.ts'
import { withText } from '../../i18n/names.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { OtherLanguages } from '../../ui/fields/OtherLanguages.tsx'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { SettingRow } from '../../ui/lists/SettingRow.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { usePublishNotice, useRemoveNotice } from './data.ts'

/** Durations of a notice in hours. 0 means until the notice is removed. */
const durations = [0, 4, 24, 168] as const
const HOUR_MS = 3_600_000

type Values = { text: string; translations: Translations; lasts: number }
const blank: Values = { text: '', translations: {}, lasts: 24 }

const check = ({ text }: Values): FieldProblems => (text.trim() === '' ? { text: 'form.required' } : {})

export const Notices = ({ notices }: { notices: readonly Notice[] }) => {
  const { t } = useTranslation()
  const form = useDraftForm<Values>({ draft: 'notice', saved: blank, check })
  const { values, set } = form
  const publish = usePublishNotice()
  const remove = useRemoveNotice()
  const language = currentLanguage()
  const { main, others } = useTextLanguages()
  const until = ({ expiresAt }: Notice) =>
    expiresAt
      ? t('notice.until', { time: `${formatDate(new Date(expiresAt), language)} ${formatTime(new Date(expiresAt))}` })
      : t('notice.always')
  const send = async () => {
    const { text, translations, lasts } = values
    const expiresAt = lasts ? new Date(Date.now() + lasts * HOUR_MS).toISOString() : null
    await publish.mutateAsync({ text, translations, expiresAt })
    form.discard()
    toast({ message: t('notice.published') })
  }
  return (
    <SettingsSection title={t('notice.title')} onSubmit={form.submit(send)}>
      {notices.map((notice) => (
        <SettingRow
          key={notice._id}
          name={textIn(notice, 'text', language)}
          meta={until(notice)}
          remove={{ onPress: () => remove.mutate(notice._id) }}
        />
      ))}
      <Textarea
        label={`${t('notice.text')} (${main.name})`}
        withAsterisk
        autosize
        minRows={2}
        maxLength={2000}
        dir={main.direction}
        {...form.textField('text')}
      />
      <OtherLanguages
        name={t('notice.text')}
        isUsed={others.some(({ language: code }) => values.translations[code]?.text)}
      >
        {others.map(({ language: code, name, direction }) => (
          <Textarea
            key={code}
            label={`${t('notice.text')} (${name})`}
            autosize
            minRows={2}
            maxLength={2000}
            dir={direction}
            value={values.translations[code]?.text ?? ''}
            onChange={(event) =>
              set('translations', withText(values.translations, code, 'text', event.currentTarget.value))
            }
          />
        ))}
      </OtherLanguages>
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
