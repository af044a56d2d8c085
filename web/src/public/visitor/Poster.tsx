import { useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { QRCodeSVG } from 'qrcode.react'
import { createPortal } from 'react-dom'
import { ACTIVITIES, type Language, languageCodes, languages, type Translations, textIn } from '#contract'
import { loadTexts } from '../../i18n/i18n.ts'
import { visitorKeys } from './keys.ts'
import classes from './Poster.module.css'

export type PosterService = { title: string; translations: Translations; logo: string | null }
export type PosterType = { _id: string; name: string; translations: Translations }
type Props = {
  service: PosterService
  type: PosterType | typeof ACTIVITIES | undefined
  address: string
  place: string
}

export const Poster = ({ service, type, address, place }: Props) => {
  const { data: texts = [] } = useQuery({
    queryKey: visitorKeys.poster,
    meta: { isStored: false },
    queryFn: () =>
      Promise.all(languageCodes.map(async (language) => ({ language, t: await loadTexts(language, 'public-link') }))),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [before, ...after] = texts.map(({ language, t }) => (
    <section key={language} lang={language} dir={languages[language].direction} className={classes.words}>
      <p className={classes.service}>{textIn(service, 'title', language)}</p>
      <h1 className={classes.call}>{callText(type, t, language)}</h1>
      {place && <p className={classes.place}>{t('poster.at', { place })}</p>}
      <p className={classes.how}>{t('poster.how')}</p>
      <p className={classes.emergency}>{t('poster.emergency')}</p>
    </section>
  ))
  return createPortal(
    <article className={classes.sheet} aria-hidden>
      {service.logo && <img className={classes.logo} src={service.logo} alt="" />}
      {before}
      <QRCodeSVG className={classes.code} value={address} level="M" marginSize={2} />
      <p className={classes.address} dir="ltr">
        {address}
      </p>
      {after}
    </article>,
    document.body,
  )
}

const callText = (type: Props['type'], t: TFunction, language: Language): string => {
  if (type === undefined) return t('poster.report')
  if (type === ACTIVITIES) return t('poster.activities')
  return t('poster.reportType', { type: textIn(type, 'name', language) })
}
