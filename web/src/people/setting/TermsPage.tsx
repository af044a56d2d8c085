import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Settings } from '#contract'
import { formatDate } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { ProblemText } from '../../ui/feedback/ProblemText.tsx'
import { RichText } from '../../ui/text/RichText.tsx'
import classes from './TermsPage.module.css'

type Props = {
  settings: Settings
  serviceTitle: string
  isBusy: boolean
  problem: unknown
  onAgree: () => void
  onDecline: () => void
}

export const TermsPage = ({ settings, serviceTitle, isBusy, problem, onAgree, onDecline }: Props) => {
  const { t } = useTranslation()
  const language = currentLanguage()
  const text = settings.terms?.[language]
  const date = settings.termsOfUseUpdateTime && formatDate(new Date(settings.termsOfUseUpdateTime), language)
  return (
    <main className={classes.page}>
      <article className={classes.terms}>
        <header className={classes.header}>
          <h1 className={classes.title}>{t('terms.title')}</h1>
          {date && <p className={classes.date}>{t('terms.updated', { date })}</p>}
        </header>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard can scroll only a focusable element */}
        <div className={classes.text} tabIndex={0}>
          {text && <RichText html={text} />}
        </div>
        <footer className={classes.footer}>
          <p>{t('terms.intro', { service: serviceTitle })}</p>
          <ProblemText problem={problem} />
          <div className={classes.buttons}>
            <Button variant="default" disabled={isBusy} onClick={onDecline}>
              {t('terms.decline')}
            </Button>
            <Button loading={isBusy} onClick={onAgree}>
              {t('terms.agree')}
            </Button>
          </div>
        </footer>
      </article>
    </main>
  )
}
