import { Button, NativeSelect, Radio, Textarea } from '@mantine/core'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Language, languages, type RefusalReason, refusalReasons, refusalTexts } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { Notice } from '../../ui/feedback/Notice.tsx'
import { Dialog } from '../../ui/overlays/Dialog.tsx'
import classes from './DecisionDialog.module.css'

export type Dialogue = 'refuse' | 'ask' | 'hand'

type Choice =
  | { kind: 'refused'; reason: RefusalReason; text: string }
  | { kind: 'asked'; question: string }
  | { kind: 'handed'; roleId: string }

type Props = {
  kind: Dialogue
  language?: Language
  roles: readonly { _id: string; name: string }[]
  note?: string | undefined
  onClose: () => void
  onDecide: (choice: Choice) => void
}

export const DecisionDialog = ({ kind, language, roles, note, onClose, onDecide }: Props) => {
  const { t } = useTranslation()
  const [reason, setReason] = useState<RefusalReason>('outsideArea')
  const [text, setText] = useState('')
  const [roleId, setRoleId] = useState(roles[0]?._id ?? '')
  const isReady = kind === 'hand' ? roleId !== '' : (kind === 'refuse' && reason !== 'other') || text.trim() !== ''
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (!isReady) return
    if (kind === 'refuse') onDecide({ kind: 'refused', reason, text: text.trim() })
    else if (kind === 'ask') onDecide({ kind: 'asked', question: text.trim() })
    else onDecide({ kind: 'handed', roleId })
  }
  return (
    <Dialog title={t(`review.${kind}`)} onClose={onClose}>
      <form className={classes.form} onSubmit={submit}>
        {kind === 'refuse' && (
          <Radio.Group
            label={t('review.reason')}
            value={reason}
            onChange={(value) => setReason(value as RefusalReason)}
          >
            <div className={classes.reasons}>
              {refusalReasons.map((one, place) => (
                <Radio
                  key={one}
                  value={one}
                  label={refusalTexts[one][currentLanguage()]}
                  data-autofocus={place === 0 || undefined}
                />
              ))}
            </div>
          </Radio.Group>
        )}
        {kind === 'refuse' && language && <Preview reason={reason} language={language} />}
        {kind !== 'hand' && (
          <Textarea
            label={t(kind === 'ask' ? 'review.question' : 'review.reasonText')}
            description={kind === 'refuse' ? t('review.optional') : undefined}
            autosize
            minRows={2}
            maxLength={2000}
            dir="auto"
            data-autofocus={kind === 'ask' || undefined}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        {kind !== 'hand' && language && language !== currentLanguage() && (
          <Notice text={t('review.reads', { language: languages[language].name })} />
        )}
        {kind === 'hand' &&
          (roles.length > 0 ? (
            <NativeSelect
              label={t('review.role')}
              data-autofocus
              value={roleId}
              onChange={(event) => setRoleId(event.currentTarget.value)}
              data={roles.map(({ _id, name }) => ({ value: _id, label: name }))}
            />
          ) : (
            <p>{t('review.noRoles')}</p>
          ))}
        {note && <Notice text={note} />}
        <Button type="submit" size="md" disabled={!isReady}>
          {t(kind === 'ask' ? 'review.send' : `review.${kind}`)}
        </Button>
      </form>
    </Dialog>
  )
}

/** The sentence that the reporter will read; shown only if the reporter has another language. */
const Preview = ({ reason, language }: { reason: RefusalReason; language: Language }) => {
  const { t } = useTranslation()
  if (language === currentLanguage()) return null
  return (
    <p role="status">
      {t('review.preview')}:{' '}
      <bdi lang={language} dir={languages[language].direction}>
        {refusalTexts[reason][language]}
      </bdi>
    </p>
  )
}
