import { IconClock, IconMapPin } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Warning } from '#contract'
import { momentText } from '../../i18n/format.ts'
import { isolatedHere } from '../../i18n/isolated.ts'
import { useNow } from '../../ui/browser/now.ts'
import card from '../../ui/layout/CardFacts.module.css'
import { OtherService } from '../../ui/layout/OtherService.tsx'
import { SeverityBadge } from './Severity.tsx'
import classes from './WarningCard.module.css'
import { StatusBadge } from './WarningList.tsx'
import { areasOf, isComing, nameOfWarning, textOf } from './words.ts'

type Props = { warning: Warning; action: ReactNode }

export const WarningCard = ({ warning, action }: Props) => {
  const { t } = useTranslation()
  const { severity, status } = warning
  const text = textOf(warning)
  const name = nameOfWarning(warning)
  const areas = areasOf(warning)
  const lang = text.language || undefined
  return (
    <div className={classes.card} data-severity={severity}>
      <div className={card.facts}>
        <h3 className={classes.name} lang={lang} dir="auto">
          {name}
        </h3>
        <p className={classes.line}>
          <SeverityBadge severity={severity} />
          <StatusBadge warning={warning} />
          {text.event && text.event !== name && <bdi lang={lang}>{text.event}</bdi>}
        </p>
        {status !== 'actual' && <p>{t(`warning.statusText.${status}`)}</p>}
        <p className={card.line}>
          <IconClock size={18} stroke={1.75} aria-hidden />
          <Times warning={warning} />
        </p>
        {areas && (
          <p className={card.line}>
            <IconMapPin size={18} stroke={1.75} aria-hidden />
            <bdi lang={lang}>{areas}</bdi>
          </p>
        )}
        <OtherService id={warning.serviceId} />
      </div>
      {text.instruction && (
        <section className={classes.instruction}>
          <h4 className={classes.heading}>{t('warning.instruction')}</h4>
          <p className={classes.text} lang={lang} dir="auto">
            {text.instruction}
          </p>
        </section>
      )}
      {action}
      {text.description && (
        <section>
          <h4 className={classes.heading}>{t('warning.description')}</h4>
          <p className={classes.text} lang={lang} dir="auto">
            {text.description}
          </p>
        </section>
      )}
      <Facts warning={warning} lang={lang} />
    </div>
  )
}

const Times = ({ warning }: { warning: Warning }) => {
  const { t } = useTranslation()
  const now = useNow()
  const { beginsAt, expiresAt } = warning
  const from = isComing(warning, now) && t('warning.from', { time: momentText(beginsAt) })
  const until = expiresAt ? t('warning.until', { time: momentText(expiresAt) }) : t('warning.noEnd')
  return <span>{[from, until].filter(Boolean).join(' · ')}</span>
}

const Facts = ({ warning, lang }: { warning: Warning; lang: string | undefined }) => {
  const { t } = useTranslation()
  const { urgency, certainty, severity, categories, responses, sentAt, beginsAt, feed, sender } = warning
  const { senderName, contact, web } = textOf(warning)
  const list = (names: string[]) => names.map(isolatedHere).join(', ')
  return (
    <dl className={classes.facts}>
      <dt>{t('warning.severityLabel')}</dt>
      <dd>{t(`warning.severity.${severity}`)}</dd>
      <dt>{t('warning.urgencyLabel')}</dt>
      <dd>{t(`warning.urgency.${urgency}`)}</dd>
      <dt>{t('warning.certaintyLabel')}</dt>
      <dd>{t(`warning.certainty.${certainty}`)}</dd>
      {categories.length > 0 && (
        <>
          <dt>{t('warning.categoryLabel')}</dt>
          <dd>{list(categories.map((category) => t(`warning.category.${category}`)))}</dd>
        </>
      )}
      {responses.length > 0 && (
        <>
          <dt>{t('warning.responseLabel')}</dt>
          <dd>{list(responses.map((response) => t(`warning.response.${response}`)))}</dd>
        </>
      )}
      <dt>{t('warning.begins')}</dt>
      <dd>
        <time dateTime={beginsAt}>{momentText(beginsAt)}</time>
      </dd>
      <dt>{t('warning.sent')}</dt>
      <dd>
        <time dateTime={sentAt}>{momentText(sentAt)}</time>
      </dd>
      <dt>{t('warning.sender')}</dt>
      <dd>
        <bdi lang={senderName ? lang : undefined}>{senderName || sender}</bdi>
      </dd>
      {contact && (
        <>
          <dt>{t('warning.contact')}</dt>
          <dd>
            <bdi lang={lang}>{contact}</bdi>
          </dd>
        </>
      )}
      {/^https?:\/\//i.test(web) && (
        <>
          <dt>{t('warning.source')}</dt>
          <dd>
            <a href={web} target="_blank" rel="noopener noreferrer" dir="ltr">
              {web}
            </a>
          </dd>
        </>
      )}
      <dt>{t('warning.feed')}</dt>
      <dd>
        <bdi>{feed.name}</bdi>
      </dd>
    </dl>
  )
}
