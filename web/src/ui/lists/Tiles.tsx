import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './Tiles.module.css'

type TilesProps = { label?: string; isSmall?: boolean; className?: string | undefined; children: ReactNode }

/** Choices as tiles: large tiles for thumbs, or small ones beside other fields. */
export const Tiles = ({ label, isSmall = false, className = '', children }: TilesProps) => (
  <ul className={`${classes.tiles} ${className}`} data-small={isSmall || undefined} aria-label={label}>
    {children}
  </ul>
)

type TileProps = {
  icon: Icon
  colour?: string
  name: string
  onPress: () => void
}

export const Tile = ({ icon: Shape, colour, name, onPress }: TileProps) => (
  <li>
    <button type="button" className={classes.tile} onClick={onPress}>
      <span className={classes.sign} style={{ background: colour }} data-plain={!colour || undefined} aria-hidden>
        <Shape size={30} stroke={1.75} />
      </span>
      <bdi className={classes.name}>{name}</bdi>
    </button>
  </li>
)
