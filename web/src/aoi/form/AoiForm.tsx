import { Button } from '@mantine/core'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { FormFrame } from '../../ui/forms/FormFrame.tsx'
import { useOpenForm } from '../../ui/forms/open-form.ts'
import { UploadProgress } from '../../ui/images/UploadProgress.tsx'
import { isAllShown } from './Slot.tsx'

type Form = {
  element: RefObject<HTMLFormElement | null>
  image: File | null
  isNew: boolean
  isChanged: boolean
  isContinued: boolean
  save: { isPending: boolean; error: Error | null; sent: number }
  send: () => void
  forget: () => void
  takeOver: (() => void) | undefined
}

type Props = {
  form: Form
  words: { overtaken: string; create: string }
  onLeave: () => void
  children: ReactNode
}

/** Creates or changes an AOI: what was not touched is not sent, so that two people can edit the same one. */
export const AoiForm = ({ form, words, onLeave, children }: Props) => {
  const { t } = useTranslation()
  useOpenForm()
  const { save, isNew } = form
  const submit = () => (event: FormEvent) => {
    event.preventDefault()
    form.send()
  }
  const problem = save.error && !isAllShown(save.error) ? save.error : undefined
  return (
    <FormFrame
      ref={form.element}
      form={{ isChanged: form.isChanged, problem, submit, discard: form.forget }}
      send={async () => form.send()}
      isBusy={save.isPending}
      isNew={isNew}
      create={words.create}
      discardText={isNew ? t('eventForm.discardText') : undefined}
      onLeave={onLeave}
      onRetry={form.send}
      // Escape closes a list of choices, or a question; it does not lead out of the form.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      notice={
        form.takeOver ? (
          <Notice text={words.overtaken}>
            <Button variant="subtle" size="compact-sm" onClick={form.takeOver}>
              {t('eventForm.takeOver')}
            </Button>
          </Notice>
        ) : (
          form.isContinued && <Notice text={t('form.draftKept')} />
        )
      }
      news={save.isPending && form.image && <UploadProgress sent={save.sent} />}
    >
      {children}
    </FormFrame>
  )
}
