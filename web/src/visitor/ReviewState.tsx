import { IconCircle, IconEye, IconMessageQuestion, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { FollowedReview } from '#contract'
import colour from '../ui/text/StateColour.module.css'
import classes from './FollowPage.module.css'

const signs = { received: IconCircle, seen: IconEye, asked: IconMessageQuestion, refused: IconX }

/** What became of a report before the team accepted it. */
export const ReviewState = ({ state }: Pick<FollowedReview, 'state'>) => {
  const { t } = useTranslation()
  const Sign = signs[state]
  return (
    <span className={`${classes.state} ${colour.state}`} data-state={state}>
      <Sign size={18} stroke={1.75} aria-hidden />
      {t(`refusal.state.${state}`)}
    </span>
  )
}

/** What that means for the visitor; of a refused report the reason, in the visitor's language, and the team's words. */
export const ReviewText = ({ state, reason, reasonText }: FollowedReview) => {
  const { t } = useTranslation()
  return (
    <>
      <p>{state === 'refused' ? t(`refusal.reason.${reason ?? 'other'}`) : t(`refusal.about.${state}`)}</p>
      {reasonText && <p dir="auto">{reasonText}</p>}
    </>
  )
}
