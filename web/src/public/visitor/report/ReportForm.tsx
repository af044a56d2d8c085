import { Button, Textarea } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerField, type LngLat, type PublicPage, type PublicType, type Question } from '#contract'
import { currentLanguage } from '../../../i18n/i18n.ts'
import { nameOf, titleOf } from '../../../i18n/names.ts'
import { useIsWide } from '../../../ui/browser/wide.ts'
import { ProblemText } from '../../../ui/feedback/ProblemText.tsx'
import { keepDraft } from '../../../ui/forms/draft.ts'
import { Sign } from '../../../ui/icons/Sign.tsx'
import { usualSymbols } from '../../../ui/icons/usual-symbols.ts'
import { ImageField } from '../../../ui/images/ImageField.tsx'
import { PicturePreparing } from '../../../ui/images/PicturePreparing.tsx'
import { PictureWorkContext, usePictureWork } from '../../../ui/images/picture-work.ts'
import { UploadProgress } from '../../../ui/images/UploadProgress.tsx'
import { goTo } from '../address.ts'
import { type KnownReports, SENT_NOTE } from '../data.ts'
import { PlaceField } from './PlaceField.tsx'
import { QuestionField } from './QuestionField.tsx'
import classes from './ReportForm.module.css'
import { useReportForm } from './use-report-form.ts'
import type { Values } from './values.ts'
import { WhoFields } from './WhoFields.tsx'

/** Lazy, because plain guides do not need the large sanitiser. */
const RichText = lazy(() => import('../../../ui/text/RichText.tsx').then((file) => ({ default: file.RichText })))

/** Lazy, because it contains all symbols. The choice of types before this form may have loaded it already. */
const SymbolSign = lazy(() => import('../../../ui/icons/SymbolSign.tsx').then((file) => ({ default: file.SymbolSign })))

type Props = { page: PublicPage; token: string; type: PublicType; at: LngLat | null; Known: KnownReports }

export const ReportForm = ({ page, token, type, at, Known }: Props) => {
  const { t } = useTranslation()
  const report = useReportForm({ page, token, type, at }, ({ follow, number }) => {
    keepDraft(SENT_NOTE, { number })
    goTo({ follow })
  })
  const { values, change, errorOf, leave } = report
  const isSending = report.sent !== undefined
  const pictures = usePictureWork()
  const isWide = useIsWide()
  const [isMore, setIsMore] = useState(hasDetails(values, type))
  /** Phones show camera, place and required questions first, and the other fields on request. */
  const isShort = !isWide && !isMore
  const questions = (shown: readonly Question[]) =>
    shown.map((question) => {
      const field = answerField(question._id)
      return (
        <div key={question._id} data-field={field}>
          <QuestionField
            question={question}
            value={values.fields[question._id] ?? ''}
            error={errorOf(field)}
            onChange={(value) => change({ fields: { ...values.fields, [question._id]: value } }, field)}
            onLeave={() => leave(field)}
          />
        </div>
      )
    })
  const place = (
    <div data-field="startCoordinates">
      <PlaceField
        token={token}
        area={page.area}
        styleUrl={page.styleUrl}
        place={values.place}
        error={errorOf('startCoordinates')}
        isAsked={!isWide}
        onPlace={(next) => change({ place: next }, 'startCoordinates')}
      />
      <Suspense>
        {page.board && values.place && (
          <Known
            board={page.board}
            report={{
              at: values.place.at,
              typeId: type._id,
              text: [values.description, ...Object.values(values.fields)].join(' ').trim(),
              sameAs: values.sameAs,
              differsFrom: values.differsFrom ?? [],
              onChange: (twins) => change(twins, 'sameAs'),
            }}
          />
        )}
      </Suspense>
    </div>
  )
  const photo = (
    <div data-field="file">
      <PictureWorkContext value={pictures.work}>
        <ImageField
          label={t('visitor.photo')}
          isRequired={type.isPhotoRequired}
          file={report.photo}
          alt={t('visitor.photoChosen')}
          hint={t('visitor.photoHint')}
          error={errorOf('file')}
          isCameraFirst
          onChoose={report.choosePhoto}
          onRemove={() => report.choosePhoto(null)}
          onProblem={(problem) => report.setFieldProblem('file', problem)}
        />
      </PictureWorkContext>
    </div>
  )
  return (
    <form
      ref={report.form}
      className={classes.form}
      noValidate
      onSubmit={pictures.submitWhenReady((event) => {
        event.preventDefault()
        void report.send()
      })}
    >
      <h1 className={classes.heading}>
        {usualSymbols[type.icon] ? (
          <Sign icon={usualSymbols[type.icon]} colour={type.colour} />
        ) : (
          <Suspense fallback={<Sign colour={type.colour} />}>
            <SymbolSign icon={type.icon} colour={type.colour} />
          </Suspense>
        )}
        <bdi>{nameOf(type)}</bdi>
      </h1>
      <Guide type={type} />
      {!isWide && photo}
      {!isWide && place}
      {questions(isShort ? type.fields.filter(({ isRequired }) => isRequired) : type.fields)}
      {isShort ? (
        <Button variant="subtle" size="md" onClick={() => setIsMore(true)}>
          {t('visitor.more')}
        </Button>
      ) : (
        <div data-field="description">
          <Textarea
            label={t('visitor.description')}
            description={t('visitor.descriptionHint')}
            rows={3}
            maxLength={5000}
            dir="auto"
            value={values.description}
            onChange={(event) => change({ description: event.currentTarget.value }, 'description')}
            error={errorOf('description')}
          />
        </div>
      )}
      {isWide && place}
      {isWide && photo}
      {type.anonymous && (
        <label className={classes.check}>
          <input
            type="checkbox"
            checked={values.isAnonymous}
            onChange={(event) => change({ isAnonymous: event.currentTarget.checked }, 'isAnonymous')}
          />
          <span>
            {t('visitor.anonymous')}
            <small>{t('visitor.anonymousHint')}</small>
          </span>
        </label>
      )}
      {!values.isAnonymous && (
        <WhoFields
          who={values}
          service={titleOf(page.service)}
          errorOf={errorOf}
          onChange={(who, field) => change(who, field)}
          onLeave={leave}
        />
      )}
      <Honeypot inputRef={report.trap} />
      {isSending && report.photo && <UploadProgress sent={report.sent ?? 0} />}
      {pictures.isHeld && <PicturePreparing isHeld />}
      <ProblemText problem={report.failure} />
      {report.failure !== undefined && <p className={classes.kept}>{t('visitor.kept')}</p>}
      <Button type="submit" size="lg" fullWidth loading={isSending || pictures.isHeld}>
        {t('visitor.send')}
      </Button>
    </form>
  )
}

/** Whether a field under "More details" is filled in, so that the form opens with all fields. */
const hasDetails = ({ description, fields }: Values, type: PublicType): boolean =>
  description !== '' || type.fields.some(({ _id, isRequired }) => !isRequired && fields[_id])

/** Plain text of HTML, one line per paragraph. DOMParser runs no scripts. */
const textOf = (html: string): string =>
  new DOMParser().parseFromString(html.replace(/<\/(p|li|h\d)>/g, '$&\n'), 'text/html').body.textContent?.trim() ?? ''

const isPlain = (html: string): boolean => !/<(?!\/?p>|br ?\/?>)/i.test(html)

const Guide = ({ type }: { type: PublicType }) => {
  const { t } = useTranslation()
  const guide = type.translations[currentLanguage()]?.guide || type.guide
  const link = type.url && /^https?:\/\//i.test(type.url) ? type.url : undefined
  if (!guide && !link) return null
  return (
    <div className={classes.guide}>
      {guide &&
        (isPlain(guide) ? (
          <p dir="auto">{textOf(guide)}</p>
        ) : (
          // Shows plain text while RichText loads, so that the page does not jump.
          <Suspense fallback={<p dir="auto">{textOf(guide)}</p>}>
            <RichText html={guide} />
          </Suspense>
        ))}
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('visitor.readMore')}
          <IconExternalLink size={16} stroke={1.75} aria-hidden />
        </a>
      )}
    </div>
  )
}

/** A field invisible to people, so a client that fills it in is a bot. */
export const Honeypot = ({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) => (
  <div className={classes.trap} aria-hidden="true">
    <input ref={inputRef} type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="website" />
  </div>
)
