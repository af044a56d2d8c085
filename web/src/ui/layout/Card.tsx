import type { ReactNode } from 'react'
import classes from './Card.module.css'

/** The only content of an otherwise empty page. */
export const Card = ({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) => (
  <section className={classes.card} aria-labelledby="card-title">
    <h1 id="card-title" className={classes.title}>
      {title}
    </h1>
    {intro && <p className={classes.intro}>{intro}</p>}
    {children}
  </section>
)
