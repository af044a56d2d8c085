import { Button, Checkbox, Textarea } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PUBLIC_TEXT_MAX, type PublicText } from '#contract'
import layout from '../../ui/layout/Settings.module.css'
import { toast, toastProblem } from '../../ui/overlays/toast.ts'
import { type PublishedParts, useBoardSettings, usePublicText, useWritePublicText } from './data.ts'
import classes from './PublicTextCard.module.css'

/** Collapsed, because the log below is used more often. */
export const PublicTextCard = ({ aoiId }: { aoiId: string }) => {
  const { data: board } = useBoardSettings()
  const { data } = usePublicText(aoiId, { enabled: board?.isOn ?? false })
  if (!board?.isOn || !data) return null
  // The key resets the form when another member saves a text.
  return <TextForm key={JSON.stringify(data)} aoiId={aoiId} saved={data} />
}

const TextForm = ({ aoiId, saved }: { aoiId: string; saved: PublicText }) => {
  const { t } = useTranslation()
  const id = useId()
  const [parts, setParts] = useState<PublishedParts>({ text: saved.text, hasPhoto: saved.hasPhoto })
  const write = useWritePublicText(aoiId)
  const send = () =>
    write.mutate(parts, {
      onSuccess: () => void toast({ message: t('boardSettings.textSaved') }),
      onError: toastProblem,
    })
  const isChanged = parts.text.trim() !== saved.text || parts.hasPhoto !== saved.hasPhoto
  return (
    <details className={classes.more}>
      <summary className={classes.summary}>
        <IconChevronRight size={18} stroke={1.75} className={classes.arrow} aria-hidden />
        {t('boardSettings.text')}
        <bdi className={classes.start}>{saved.text}</bdi>
      </summary>
      <form
        className={layout.form}
        aria-labelledby={id}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <PublicTextField id={id} value={parts} canHavePhoto={saved.canHavePhoto} onChange={setParts} />
        {!saved.isShown && <p className={layout.hint}>{t('boardSettings.textOff')}</p>}
        {isChanged && (
          <div className={layout.buttons}>
            <Button type="submit" size="xs" loading={write.isPending}>
              {t('boardSettings.textSave')}
            </Button>
          </div>
        )}
      </form>
    </details>
  )
}

type FieldProps = {
  id?: string
  value: PublishedParts
  canHavePhoto: boolean
  onChange: (parts: PublishedParts) => void
}

export const PublicTextField = ({ id, value, canHavePhoto, onChange }: FieldProps) => {
  const { t } = useTranslation()
  return (
    <>
      <Textarea
        label={<span id={id}>{t('boardSettings.text')}</span>}
        description={t('boardSettings.textHint')}
        autosize
        minRows={2}
        maxLength={PUBLIC_TEXT_MAX}
        dir="auto"
        value={value.text}
        onChange={(event) => onChange({ ...value, text: event.currentTarget.value })}
      />
      {canHavePhoto && (
        <Checkbox
          label={t('boardSettings.photo')}
          description={t('boardSettings.photoHint')}
          disabled={value.text.trim() === ''}
          checked={value.hasPhoto && value.text.trim() !== ''}
          onChange={(event) => onChange({ ...value, hasPhoto: event.currentTarget.checked })}
        />
      )}
    </>
  )
}
