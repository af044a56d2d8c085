import { IconMapPin, IconUser } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type HeldReportWithTwins, languages } from '#contract'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { nameOf } from '../../i18n/names.ts'
import { Address } from '../../map/places/Address.tsx'
import { PhoneLink } from '../../ui/contact/PhoneLink.tsx'
import { Notice } from '../../ui/feedback/Notice.tsx'
import facts from '../../ui/layout/CardFacts.module.css'
import { RichText } from '../../ui/text/RichText.tsx'
import classes from './ReportSheet.module.css'

type Props = {
  report: HeldReportWithTwins
  map: ReactNode
  twins: ReactNode
  publicText: ReactNode
  type: ReactNode
  covers: ReactNode
  /** Field with which the reviewer sets the place of a report without one. */
  place: ReactNode
}

export const ReportSheet = ({ report, map, twins, publicText, type, covers, place }: Props) => {
  const { t } = useTranslation()
  const { reporter, image, answers, questions, description, coordinates, address } = report
  const name = reporter.isAnonymous ? t('review.anonymous') : reporter.name
  return (
    <article className={classes.sheet} aria-label={`#${report.number} ${report.name}`}>
      <div className={classes.text}>
        <div className={facts.facts}>
          <h3 className={facts.name}>
            <bdi>{report.name}</bdi>
          </h3>
          <p className={classes.dim}>
            <bdi>#{report.number}</bdi> · <bdi>{nameOf(report.type)}</bdi> ·{' '}
            <bdi>{formatRelative(new Date(report.createdAt), new Date(), t, currentLanguage())}</bdi>
          </p>
          <p className={facts.line}>
            <IconMapPin size={18} stroke={1.75} aria-hidden />
            {coordinates ? <Address at={coordinates} saved={address} /> : t('review.noPlace')}
          </p>
          <p className={facts.line}>
            <IconUser size={18} stroke={1.75} aria-label={t('review.reporter')} />
            <span>
              {name && <bdi>{name}</bdi>}
              {name && reporter.phone && ' · '}
              {reporter.phone && <PhoneLink phone={reporter.phone} />}
              {reporter.isByText && ` · ${t('review.byText')}`}
              {reporter.language !== currentLanguage() && ` · ${languages[reporter.language].name}`}
            </span>
          </p>
        </div>
        {report.addsTo !== null && <Notice text={t('review.addsTo', { number: report.addsTo })} />}
        {reporter.falseReports > 0 && <Notice text={t('review.falseReports', { count: reporter.falseReports })} />}
        {report.sameAs !== null && <Notice text={t('review.sameAs', { number: report.sameAs })} />}
        <RichText html={description} />
        {answers.length > 0 && (
          <dl className={classes.answers} aria-label={t('review.answers')}>
            {answers.map((answer) => (
              <div key={answer.name}>
                <dt>
                  <bdi>{nameOf(answer)}</bdi>
                </dt>
                <dd dir="auto">{answer.value}</dd>
              </div>
            ))}
          </dl>
        )}
        {questions.map(({ question, askedAt, answer, answeredAt }) => (
          <div key={askedAt ?? answeredAt} className={classes.talk}>
            {question !== null && <p dir="auto">{t('review.asks', { text: question })}</p>}
            {answer !== null && (
              <p dir="auto">{t(question === null ? 'review.added' : 'review.answered', { text: answer })}</p>
            )}
          </div>
        ))}
        {image && <img className={classes.image} src={image} alt={t('review.photo')} />}
        {covers}
        {place}
        {type}
        {publicText}
      </div>
      <div className={classes.side}>
        <section className={classes.map} aria-label={t('review.map')}>
          {map}
        </section>
        <section aria-label={t('review.twins')}>
          <h4 className={classes.heading}>{t('review.twins')}</h4>
          {report.twins.length > 0 ? twins : <p className={classes.dim}>{t('review.noTwins')}</p>}
        </section>
      </div>
    </article>
  )
}
