import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ProgressTextName,
  progressTextNames,
  progressTexts,
  type ReporterTexts,
  reporterTextProblems,
  visitorApi,
} from '#contract'
import { call } from '../../api/call.ts'
import { useTextLanguages } from '../../i18n/main-language.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { LimitedInput } from '../../ui/fields/LimitedInput.tsx'
import { OtherLanguages } from '../../ui/fields/OtherLanguages.tsx'
import { useDraftForm } from '../../ui/forms/use-draft-form.ts'
import parts from '../../ui/layout/Settings.module.css'
import { SettingsSection } from '../../ui/layout/SettingsSection.tsx'
import { toast } from '../../ui/overlays/toast.ts'
import { visitorKeys } from './keys.ts'

const useReporterTexts = () =>
  useQuery({
    queryKey: visitorKeys.texts,
    queryFn: ({ signal }) => call(visitorApi.texts, undefined, signal),
    staleTime: 60_000,
  })

const useChangeReporterTexts = () => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ReporterTexts) => call(visitorApi.changeTexts, { body }),
    onSuccess: (texts) => queries.setQueryData(visitorKeys.texts, texts),
  })
}

/** Texts for reporters at each step. Its many fields load only when opened. */
export const ReporterTextSettings = ({ draft }: { draft: string }) => {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const { data, error, refetch } = useReporterTexts()
  if (isOpen && data) return <TextsForm draft={draft} saved={data} />
  return (
    <SettingsSection title={t('reporterTexts.title')} hasOuterTitle>
      <p className={parts.hint}>{t('reporterTexts.hint')}</p>
      {error && <ProblemText problem={error} onRetry={() => refetch()} />}
      {isOpen && !error && <Skeleton rows={3} label={t('word.loading')} />}
      {!isOpen && (
        <div className={parts.buttons}>
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {t('reporterTexts.edit')}
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}

const TextsForm = ({ draft, saved }: { draft: string; saved: ReporterTexts }) => {
  const { t } = useTranslation()
  const { main, others } = useTextLanguages()
  const form = useDraftForm<ReporterTexts>({
    draft,
    saved,
    check: (values) => reporterTextProblems(values, main.language),
  })
  const save = useChangeReporterTexts()
  const send = async () => {
    form.forget(await save.mutateAsync(form.getValues()))
    toast({ message: t('word.saved') })
  }
  const labelOf = (name: ProgressTextName) =>
    name === 'merged' || name === 'news' ? t(`reporterTexts.${name}`) : t(`visitor.progress.${name}`)
  const fieldOf = (name: ProgressTextName, { language, name: languageName, direction }: typeof main) => (
    <LimitedInput
      key={`${name}.${language}`}
      label={`${labelOf(name)} (${languageName})`}
      dir={direction}
      maxLength={300}
      placeholder={progressTexts[name][language]}
      value={form.values[name][language]}
      error={language === main.language && form.errorOf(name)}
      onChange={(event) => form.set(name, { ...form.values[name], [language]: event.currentTarget.value })}
      onBlur={() => form.leave(name)}
    />
  )
  return (
    <SettingsSection title={t('reporterTexts.title')} hasOuterTitle onSubmit={form.submit(send)}>
      <p className={parts.hint}>{t('reporterTexts.hint')}</p>
      {progressTextNames.map((name) => fieldOf(name, main))}
      <OtherLanguages
        name={t('reporterTexts.title')}
        isUsed={others.some(({ language }) => progressTextNames.some((name) => form.values[name][language]))}
      >
        {others.flatMap((one) => progressTextNames.map((name) => fieldOf(name, one)))}
      </OtherLanguages>
      <ProblemText problem={form.problem} />
      <div className={parts.buttons}>
        <Button type="submit" disabled={!form.isChanged} loading={save.isPending}>
          {t('reporterTexts.save')}
        </Button>
      </div>
    </SettingsSection>
  )
}
