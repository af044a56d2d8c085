import type { CSSProperties, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { titleOf } from '../../i18n/names.ts'
import { Mark } from '../icons/Mark.tsx'
import { UiProvider } from '../theme/UiProvider.tsx'
import classes from './PublicFrame.module.css'

type Props = {
  service:
    | (Parameters<typeof titleOf>[0] & { logo: string | null; colours: { primary?: string | undefined } })
    | undefined
  width: number
  languageSelect: ReactNode
  children: ReactNode
}

export const PublicFrame = ({ service, width, languageSelect, children }: Props) => {
  const { t } = useTranslation()
  return (
    <UiProvider primary={service?.colours.primary}>
      <div className={classes.page} style={{ '--page-width': `${width}px` } as CSSProperties}>
        <header className={classes.header}>
          <span className={classes.brand}>
            {service?.logo ? <img className={classes.logo} src={service.logo} alt="" /> : <Mark />}
            <bdi className={classes.title}>{service ? titleOf(service) : t('product')}</bdi>
          </span>
          <span className={classes.language}>{languageSelect}</span>
        </header>
        <main className={classes.main}>{children}</main>
      </div>
    </UiProvider>
  )
}

export const LinkGone = ({ title, text }: { title: string; text: string }) => (
  <section className={classes.gone}>
    <h1>{title}</h1>
    <p>{text}</p>
  </section>
)
