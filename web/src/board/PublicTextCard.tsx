import { Button, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PUBLIC_TEXT_MAX } from '#contract'
import parts from '../ui/layout/Settings.module.css'
import { toast, toastProblem } from '../ui/overlays/toast.ts'
import { useBoardSettings, usePublicText, useWritePublicText } from './data.ts'

/** What the public reads of an event; shown while the service has a public board. */
export const PublicTextCard = ({ aoiId }: { aoiId: string }) => {
  const { data: board } = useBoardSettings()
  const { data } = usePublicText(aoiId, { enabled: board?.isOn ?? false })
  if (!board?.isOn || !data) return null
  // Another text of a colleague begins the form anew.
  return <TextForm key={data.text} aoiId={aoiId} {...data} />
}

const TextForm = ({ aoiId, text: saved, isShown }: { aoiId: string; text: string; isShown: boolean }) => {
  const { t } = useTranslation()
  const id = useId()
  const [text, setText] = useState(saved)
  const write = useWritePublicText(aoiId)
  const send = () =>
    write.mutate(text, {
      onSuccess: () => void toast({ message: t('boardSettings.textSaved') }),
      onError: toastProblem,
    })
  return (
    <form
      className={parts.form}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <PublicTextField id={id} value={text} onChange={setText} />
      {!isShown && <p className={parts.hint}>{t('boardSettings.textOff')}</p>}
      {text.trim() !== saved && (
        <div className={parts.buttons}>
          <Button type="submit" size="xs" loading={write.isPending}>
            {t('boardSettings.textSave')}
          </Button>
        </div>
      )}
    </form>
  )
}

type FieldProps = { id?: string; value: string; onChange: (text: string) => void }

export const PublicTextField = ({ id, value, onChange }: FieldProps) => {
  const { t } = useTranslation()
  return (
    <Textarea
      label={<span id={id}>{t('boardSettings.text')}</span>}
      description={t('boardSettings.textHint')}
      autosize
      minRows={2}
      maxLength={PUBLIC_TEXT_MAX}
      dir="auto"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
