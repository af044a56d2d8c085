import type { AoiState } from '#contract'
import { useTexts } from '../../i18n/use-texts.ts'
import classes from './StateSign.module.css'
import { stateSigns } from './state-look.ts'

export const StateSign = ({ state, size = 20 }: { state: AoiState; size?: number }) => {
  const { t } = useTexts()
  const { line, fill } = stateSigns[state]
  return (
    <svg
      className={classes.sign}
      data-state={state}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role="img"
      aria-label={t(`aoi.state.${state}`)}
    >
      <title>{t(`aoi.state.${state}`)}</title>
      <path d={fill} fill="currentColor" />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
