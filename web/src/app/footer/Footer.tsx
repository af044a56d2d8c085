import type { Profile } from '#contract'
import { Counters } from './Counters.tsx'
import { DateRange } from './DateRange.tsx'
import classes from './Footer.module.css'
import { MetricsButton } from './MetricsButton.tsx'
import { ViewButtons } from './ViewButtons.tsx'

export const Footer = ({ profile }: { profile: Profile }) => (
  <footer className={classes.footer}>
    <Counters profile={profile} />
    <MetricsButton />
    <span className={classes.gap} />
    <ViewButtons />
    <DateRange />
  </footer>
)
