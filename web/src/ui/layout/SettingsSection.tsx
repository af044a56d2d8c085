import type { FormEvent, ReactNode } from 'react'
import classes from './SettingsSection.module.css'

type Props = {
  title: string
  /** Hides the title, because an outer element shows it. */
  hasOuterTitle?: boolean
  onSubmit?: (event: FormEvent<HTMLFormElement>) => unknown
  children: ReactNode
}

export const SettingsSection = ({ title, hasOuterTitle = false, onSubmit, children }: Props) => {
  const content = (
    <>
      {!hasOuterTitle && <h2 className={classes.title}>{title}</h2>}
      {children}
    </>
  )
  return onSubmit ? (
    <form className={classes.section} onSubmit={onSubmit} noValidate aria-label={title}>
      {content}
    </form>
  ) : (
    <section className={classes.section} aria-label={title}>
      {content}
    </section>
  )
}
