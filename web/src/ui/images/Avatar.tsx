import classes from './Avatar.module.css'

/** A photo or an initial. Decorative, because the name is always shown beside it or is its button's label. */
export const Avatar = ({ photo, initial, size = 45 }: { photo?: string | null; initial: string; size?: number }) => (
  <span className={classes.avatar} style={{ inlineSize: size, blockSize: size, fontSize: size * 0.42 }} aria-hidden>
    {photo ? <img className={classes.photo} src={photo} alt="" width={size} height={size} /> : initial}
  </span>
)
