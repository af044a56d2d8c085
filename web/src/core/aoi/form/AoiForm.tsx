import { Button } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsWide } from '../../../ui/browser/wide.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { FormFrame } from '../../../ui/forms/FormFrame.tsx'
import { UploadProgress } from '../../../ui/images/UploadProgress.tsx'
import { isAllShown } from './Slot.tsx'

type Form = {
  image: File | null
  isNew: boolean
  isChanged: boolean
  isContinued: boolean
  problem: unknown
  save: { isPending: boolean; sent: number }
  submit: (send: () => Promise<unknown>) => (event?: FormEvent<HTMLFormElement>) => void
  send: () => Promise<unknown>
  discard: () => void
  takeOver: (() => void) | undefined
}

type Props = {
  form: Form
  texts: { overtaken: string; create: string }
  onLeave: () => void
  children: ReactNode
}

export const AoiForm = ({ form, texts, onLeave, children }: Props) => {
  const { t } = useTranslation()
  const element = useRef<HTMLFormElement>(null)
  const { save, isNew } = form
  const isWide = useIsWide()
  // Focuses the name only on a desktop: on a phone the keyboard would open over the form.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the form opens
  useEffect(() => {
    element.current?.focus({ preventScroll: true })
    if (!isWide || !isNew) return
    // In the next frame, when the panel has moved the focus to its heading.
    const frame = requestAnimationFrame(() =>
      element.current?.querySelector<HTMLElement>('[data-field="name"] input')?.focus({ preventScroll: true }),
    )
    return () => cancelAnimationFrame(frame)
  }, [])
  const problem = isAllShown(form.problem) ? undefined : form.problem
  return (
    <FormFrame
      ref={element}
      form={{ ...form, problem }}
      send={form.send}
      isBusy={save.isPending}
      isNew={isNew}
      create={texts.create}
      discardText={isNew ? t('eventForm.discardText') : undefined}
      onLeave={onLeave}
      onRetry={() => form.submit(form.send)()}
      // Here Escape closes an open dropdown or dialog; it must not reach the page, where it closes the form.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      notice={
        form.takeOver ? (
          <Notice text={texts.overtaken}>
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
