import { Button, Textarea } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import type { RefObject } from 'react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { answerField, type PublicPage, type PublicType } from '#contract'
import { currentLanguage } from '../../i18n/i18n.ts'
import { titleOf } from '../../i18n/titles.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { ImageField } from '../../ui/images/ImageField.tsx'
import { shrinkImage } from '../../ui/images/shrink-image.ts'
import { UploadProgress } from '../../ui/images/UploadProgress.tsx'
import { goTo } from '../address.ts'
import { nameOf } from '../data.ts'
import { PlaceField } from './PlaceField.tsx'
import { QuestionField } from './QuestionField.tsx'
import classes from './ReportForm.module.css'
import { useReportForm } from './use-report-form.ts'
import { WhoFields } from './WhoFields.tsx'

/** What cleans it comes with the first guide, not with the page. */
const RichText = lazy(() => import('../../ui/text/RichText.tsx').then((file) => ({ default: file.RichText })))

type Props = { page: PublicPage; token: string; type: PublicType }

/** One report, from top to bottom: what, where, how it looks, and who says so. */
export const ReportForm = ({ page, token, type }: Props) => {
  const { t } = useTranslation()
  const report = useReportForm({ page, token, type }, ({ follow, number }) => {
    sessionStorage.setItem('visitor.sent', String(number))
    goTo({ follow })
  })
  const { values, change, errorOf, leave } = report
  const isSending = report.sent !== undefined
  return (
    <form
      ref={report.form}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void report.send()
      }}
    >
      <h1 className={classes.heading} dir="auto">
        {nameOf(type)}
      </h1>
      <Guide type={type} />
      {type.fields.map((question) => {
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
      })}
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
      <div data-field="startCoordinates">
        <PlaceField
          token={token}
          area={page.area}
          styleUrl={page.styleUrl}
          place={values.place}
          error={errorOf('startCoordinates')}
          onPlace={(place) => change({ place }, 'startCoordinates')}
        />
      </div>
      <div data-field="file">
        <ImageField
          label={t('visitor.photo')}
          isRequired={type.isPhotoRequired}
          file={report.photo}
          alt={t('visitor.photoChosen')}
          hint={t('visitor.photoHint')}
          error={errorOf('file')}
          prepare={shrinkImage}
          onChoose={report.choosePhoto}
          onRemove={() => report.choosePhoto(null)}
          onProblem={(problem) => report.setFieldProblem('file', problem)}
        />
      </div>
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
      <ProblemText problem={report.failure} />
      {report.failure !== undefined && <p className={classes.kept}>{t('visitor.kept')}</p>}
      <Button type="submit" size="lg" fullWidth loading={isSending}>
        {t('visitor.send')}
      </Button>
    </form>
  )
}

/** Text without its marks, a line for each paragraph; nothing of it is ever run. */
const textOf = (html: string): string =>
  new DOMParser().parseFromString(html.replace(/<\/(p|li|h\d)>/g, '$&\n'), 'text/html').body.textContent?.trim() ?? ''

/** What the service asks to be kept in mind, and where to read more. */
const Guide = ({ type }: { type: PublicType }) => {
  const { t } = useTranslation()
  const guide = type.translations[currentLanguage()]?.guide || type.guide
  const link = type.url && /^https?:\/\//i.test(type.url) ? type.url : undefined
  if (!guide && !link) return null
  return (
    <div className={classes.guide}>
      {guide && (
        // On a slow line its words alone, at once: an empty box says nothing, and the page would jump when it fills.
        <Suspense fallback={<p dir="auto">{textOf(guide)}</p>}>
          <RichText html={guide} />
        </Suspense>
      )}
      {link && (
        <a href={link} target="_blank" rel="noopener noreferrer">
          {t('visitor.readMore')}
          <IconExternalLink size={16} stroke={1.75} aria-hidden />
        </a>
      )}
    </div>
  )
}

/** Nobody sees or reaches it; what fills it in is a machine. */
export const Honeypot = ({ inputRef }: { inputRef: RefObject<HTMLInputElement | null> }) => (
  <div className={classes.trap} aria-hidden="true">
    <input ref={inputRef} type="text" name="website" tabIndex={-1} autoComplete="off" aria-label="website" />
  </div>
)
