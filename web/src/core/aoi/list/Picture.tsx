import { type CSSProperties, useState } from 'react'
import type { AoiSummary } from '#contract'
import { useFirstViewShown } from '../../../ui/browser/first-view-shown.ts'
import { symbolOf } from '../../../ui/icons/symbols.ts'
import type { TypeLook } from '../type-look.ts'
import classes from './Picture.module.css'

/**
 * The AOI's photo, its type's symbol or its first letter. Hidden from screen readers, because the name is beside it.
 * Photos load after the first view.
 */
export const Picture = ({ aoi, look }: { aoi: AoiSummary; look: TypeLook | undefined }) => {
  const [lost, setLost] = useState<string>()
  const isFirstViewShown = useFirstViewShown()
  const image = aoi.properties.map[0]?.image
  if (image && image !== lost && isFirstViewShown)
    return (
      <img
        className={classes.picture}
        src={`${image}?size=thumb`}
        alt=""
        width={44}
        height={44}
        loading="lazy"
        decoding="async"
        onError={() => setLost(image)}
      />
    )
  const Sign = look && symbolOf(look.symbol)
  return (
    <span className={classes.picture} style={{ '--type': look?.colour } as CSSProperties} aria-hidden>
      {Sign ? <Sign size={22} stroke={1.75} /> : ([...aoi.properties.name][0] ?? '').toUpperCase()}
    </span>
  )
}
