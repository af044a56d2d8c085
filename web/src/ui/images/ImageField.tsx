import { Button, FileButton, Input } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { type DragEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldProblem } from '#contract'
import { IMAGE_TYPES } from './fit-image.ts'
import classes from './ImageField.module.css'
import { PicturePreparing } from './PicturePreparing.tsx'
import { usePictureChoice } from './use-picture-choice.ts'
import { usePreview } from './use-preview.ts'

export type ImageFieldProps = {
  label: string
  isRequired?: boolean
  file: File | null
  src?: string | undefined
  alt: string
  /** Default: the accepted file types. */
  hint?: string
  /** Shows a small preview, for a logo. */
  isSmall?: boolean
  /** Offers a phone's camera before its stored pictures. */
  isCameraFirst?: boolean
  error?: string | undefined
  onChoose: (file: File) => void
  /** Absent if the image is required. */
  onRemove?: (() => void) | undefined
  /** Called if the file is rejected; the previous image stays. */
  onProblem: (problem: FieldProblem) => void
}

export const ImageField = (props: ImageFieldProps) => {
  const { label, isRequired, file, src, alt, hint, isCameraFirst, isSmall, onChoose, onRemove, onProblem } = props
  const { t } = useTranslation()
  const id = useId()
  const [isOver, setIsOver] = useState(false)
  const reset = useRef<() => void>(null)
  const shown = usePreview(file) ?? src
  const hasCamera = useMediaQuery('(pointer: coarse)') && isCameraFirst
  const { isPreparing, choose: prepare } = usePictureChoice({ onChoose, onProblem })
  // While a new picture is prepared, the error still concerns the previous one.
  const error = isPreparing ? undefined : props.error
  const choose = (picked: File | null | undefined) => {
    // Without a reset, the browser reports no change if the same file is picked again.
    reset.current?.()
    if (picked) void prepare(picked)
  }
  const drop = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      choose(event.dataTransfer.files[0])
    },
  }
  const errorProps = { 'aria-invalid': error !== undefined, 'aria-describedby': error && `${id}-error` }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      withAsterisk={isRequired}
      error={error}
      errorProps={{ id: `${id}-error`, role: 'alert' }}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend of its own */}
      <div
        className={classes.field}
        role="group"
        aria-labelledby={`${id}-label`}
        data-over={isOver || undefined}
        {...drop}
      >
        {isPreparing && <PicturePreparing />}
        {shown && <img className={classes.preview} data-small={isSmall || undefined} src={shown} alt={alt} />}
        <div className={classes.buttons}>
          {hasCamera && !shown && (
            <FileButton accept="image/*" capture="environment" onChange={choose}>
              {(button) => (
                <button {...button} {...errorProps} type="button" className={classes.empty} data-camera>
                  <IconCamera size={28} stroke={1.5} aria-hidden />
                  <span>{t('image.takePhoto')}</span>
                </button>
              )}
            </FileButton>
          )}
          <FileButton accept={IMAGE_TYPES} resetRef={reset} onChange={choose}>
            {(button) =>
              shown ? (
                <Button {...button} {...errorProps} variant="default" size="xs">
                  {t('image.replace')}
                </Button>
              ) : (
                <button {...button} {...errorProps} type="button" className={classes.empty}>
                  <IconPhotoPlus size={24} stroke={1.5} aria-hidden />
                  <span>{t('image.choose')}</span>
                  <span className={classes.hint}>{hint ?? t('image.hint')}</span>
                </button>
              )
            }
          </FileButton>
          {shown && onRemove && (
            <Button variant="subtle" color="red" size="xs" onClick={onRemove}>
              {t('image.remove')}
            </Button>
          )}
        </div>
      </div>
    </Input.Wrapper>
  )
}
