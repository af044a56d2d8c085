import { Button, Textarea } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type FieldProblem, type FollowPageData, visitorApi } from '#contract'
import { call } from '../../api/call.ts'
import { upload } from '../../api/upload.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { dropDraft, keepDraft, readDraft } from '../../ui/forms/draft.ts'
import { fieldText } from '../../ui/forms/form.ts'
import { PictureWorkContext, usePictureWork } from '../../ui/images/picture-work.ts'
import classes from './Thread.module.css'

const ImageField = lazy(() => import('../../ui/images/ImageField.tsx').then((file) => ({ default: file.ImageField })))

export type AnswerProps = {
  follow: string
  aoiId: string
  onSent: (followed: FollowPageData) => void
  /** Whether photos can be attached: to a report, not to an activity. */
  takesPhotos?: boolean
}

export const Answer = ({
  follow,
  aoiId,
  onSent,
  takesPhotos,
  service,
  hasEntries,
}: AnswerProps & { service: string; hasEntries: boolean }) => {
  const { t } = useTranslation()
  const draft = `visitor.answer.${aoiId}`
  const [text, setText] = useState(() => readDraft<{ text: string }>(draft).text ?? '')
  const [photo, setPhoto] = useState<File | null>(null)
  const [hasPhotoField, setHasPhotoField] = useState(false)
  const [photoProblem, setPhotoProblem] = useState<FieldProblem>()
  const [isSending, setIsSending] = useState(false)
  const pictures = usePictureWork()
  const [problem, setProblem] = useState<unknown>()
  /** Retries of a message keep its nonce, so that the server stores the message once. */
  const nonce = useRef(String(Date.now()))
  const isEmpty = text.trim() === '' && photo === null
  const change = (value: string) => {
    setText(value)
    keepDraft(draft, { text: value })
    nonce.current = String(Date.now())
  }
  const choosePhoto = (file: File | null) => {
    setPhoto(file)
    setPhotoProblem(undefined)
    nonce.current = String(Date.now())
  }
  const send = async () => {
    if (isSending || isEmpty) return
    setIsSending(true)
    setProblem(undefined)
    const body = { follow, aoiId, text, nonce: nonce.current }
    try {
      const followed = photo
        ? await upload(visitorApi.addPhoto, { body, files: { file: photo } }, () => {})
        : await call(visitorApi.answer, { body })
      change('')
      dropDraft(draft)
      choosePhoto(null)
      setHasPhotoField(false)
      onSent(followed)
    } catch (error) {
      setProblem(error)
    } finally {
      setIsSending(false)
    }
  }
  return (
    <form
      className={classes.answer}
      onSubmit={pictures.submitWhenReady((event) => {
        event.preventDefault()
        void send()
      })}
    >
      <Textarea
        label={t(hasEntries ? 'visitor.answer' : 'visitor.add', { service })}
        rows={2}
        maxLength={5000}
        dir="auto"
        value={text}
        onChange={(event) => change(event.currentTarget.value)}
      />
      {hasPhotoField && (
        <Suspense>
          <PictureWorkContext value={pictures.work}>
            <ImageField
              label={t('visitor.photo')}
              file={photo}
              alt={t('visitor.photoChosen')}
              hint={t('visitor.photoHint')}
              error={photoProblem && fieldText(photoProblem, t)}
              isCameraFirst
              onChoose={choosePhoto}
              onRemove={() => choosePhoto(null)}
              onProblem={setPhotoProblem}
            />
          </PictureWorkContext>
        </Suspense>
      )}
      <ProblemText problem={problem} />
      <div className={classes.buttons}>
        <Button
          type="submit"
          size="md"
          variant="light"
          loading={isSending || pictures.isHeld}
          disabled={isEmpty && !pictures.isPreparing}
        >
          {t('visitor.sendAnswer')}
        </Button>
        {takesPhotos && !hasPhotoField && (
          <Button
            size="md"
            variant="subtle"
            leftSection={<IconCamera size={18} stroke={1.75} aria-hidden />}
            onClick={() => setHasPhotoField(true)}
          >
            {t('visitor.addPhoto')}
          </Button>
        )}
      </div>
    </form>
  )
}
