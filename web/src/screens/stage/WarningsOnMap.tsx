import { type ComponentProps, lazy, Suspense } from 'react'
import { useWarnings } from '../../exchange/warning/data.ts'
import { useWarningsShown } from '../../exchange/warning/warnings-shown.ts'
import { withTexts } from '../../i18n/i18n.ts'

const WarningLayer = lazy(
  withTexts(['warnings'], () =>
    import('../../exchange/warning/map/WarningLayer.tsx').then((file) => ({ default: file.WarningLayer })),
  ),
)

/** Loads the layer only if there are warnings. A selected one is shown even if the others are hidden. */
export const WarningsOnMap = (props: Omit<ComponentProps<typeof WarningLayer>, 'warnings'>) => {
  const [areShown] = useWarningsShown()
  const { data } = useWarnings()
  const shown = data?.warnings.filter(({ _id, geometry }) => geometry && (areShown || _id === props.selected)) ?? []
  if (shown.length === 0) return null
  return (
    <Suspense>
      <WarningLayer warnings={shown} {...props} />
    </Suspense>
  )
}
