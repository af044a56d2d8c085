import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatRelative } from '../../i18n/format.ts'
import { currentLanguage } from '../../i18n/i18n.ts'
import { dotted } from '../../i18n/isolated.ts'
import { symbolOf } from '../../ui/icons/symbols.ts'
import classes from './TwinRow.module.css'

type Props = {
  number: number
  name: string
  image: string | null | undefined
  icon?: string | null
  colour?: string | null
  address?: string | null
  creationTime?: string
  mergedCount?: number
  about: string
  onOpen?: (() => void) | undefined
  children?: ReactNode
}

/** A report in a list of twins: photo, number, name, reasons for the similarity, and actions. */
export const TwinRow = ({
  number,
  name,
  image,
  icon,
  colour,
  address,
  creationTime,
  mergedCount = 0,
  about,
  onOpen,
  children,
}: Props) => {
  const { t } = useTranslation()
  const Type = icon ? symbolOf(icon) : undefined
  const age = creationTime && formatRelative(new Date(creationTime), new Date(), t, currentLanguage())
  const title = (
    <>
      {Type && <Type className={classes.type} size={18} stroke={1.75} color={colour ?? undefined} aria-hidden />}
      <span className={classes.number}>#{number}</span> <bdi>{name}</bdi>
      {mergedCount > 0 && (
        <span dir="ltr" title={t('twin.reports', { count: mergedCount + 1 })}>
          {' '}
          ×{mergedCount + 1}
        </span>
      )}
    </>
  )
  return (
    <li className={classes.row}>
      {image && <img className={classes.image} src={`${image}?size=thumb`} alt="" width={44} height={44} />}
      <div className={classes.text}>
        {onOpen ? (
          <button type="button" className={classes.open} onClick={onOpen}>
            {title}
          </button>
        ) : (
          <span className={classes.name}>{title}</span>
        )}
        {(age || address) && <span className={classes.about}>{dotted([age, address])}</span>}
        <span className={classes.about}>{about}</span>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  )
}
